import { type Faults, ofPath, ofStats } from './faulty-service.ts'

/** Of sections 1, 2.8, 4.2, 5, 7 and 8: credentials, limits, and answers of every kind. */
export const FAULTS_OF_ACCOUNTS: Faults = {
  'X-Quota-Used on a free endpoint': [
    '8 every answer met carries the quota and rate headers, and only those that are due',
    { answers: ({ path, headers }) => void (path === '/geo' && Object.assign(headers, { 'x-quota-used': '0' })) },
  ],
  'free requests that are counted': [
    '1 free endpoints do not draw down the allowance',
    { answers: ofStats(({ headers }) => Object.assign(headers, { 'x-quota-used': String(Date.now()) })) },
  ],
  'a cycle that has ended': [
    '8 X-Quota-Reset, where the cycle is anchored, is still to come, and the same for every group',
    { answers: ({ headers }) => void Object.assign(headers, { 'x-quota-reset': '2020-01-01T00:00:00Z' }) },
  ],
  'another status for a missing credential': [
    '5 without a credential everything but /ping and /openapi.yaml is refused',
    { answers: (passing) => void (passing.status === 401 && Object.assign(passing, { status: 403 })) },
  ],
  'an envelope without docs_url': [
    '7 every failure met is the envelope, with its code, its status and nothing of the credential',
    { answers: ({ body }) => delete body.docs_url },
  ],
  'a row that is not as declared': [
    '4.2 every answer met is as /openapi.yaml declares it',
    { answers: ({ path, body }) => void (path === '/coverage' && Object.assign(body, { window_days: 'a year' })) },
  ],
  'a quota group with two entries': [
    '2.8 each quota group has one entry',
    { answers: ofPath('/usage', ({ body }) => body.groups.push(body.groups[0])) },
  ],
  'another rate than the headers say': [
    '2.8 rate_per_min and limits of a group are those of its headers',
    {
      answers: ofPath('/usage', ({ body }) => {
        for (const group of body.groups) group.rate_per_min += 1
      }),
    },
  ],
  'a token that can be read again': [
    '2.8 /usage reports the token that asks, without its plaintext',
    { answers: ofPath('/usage', ({ body, token }) => Object.assign(body.token, { prefix: token.slice(0, -4) })) },
  ],
  'the beginning of another token': [
    '2.8 /usage reports the token that asks, without its plaintext',
    { answers: ofPath('/usage', ({ body }) => Object.assign(body.token, { prefix: 'svc_live_ro_00000000' })) },
  ],
  'a credential that is said back': [
    '5 no answer met holds the plaintext of the token',
    { answers: ofPath('/coverage', ({ headers, token }) => Object.assign(headers, { 'x-token': token })) },
  ],
  'a free endpoint in a counted group': [
    '8 every answer met names the quota group of its endpoint',
    { answers: ofPath('/coverage', ({ headers }) => Object.assign(headers, { 'x-quota-group': 'current' })) },
  ],
}
