import { type Faults, ofPath, ofStats } from './faulty-service.ts'

/** Sections 1, 2.8, 4.2, 5, 7 and 8: credentials, limits, and responses of every kind. */
export const FAULTS_OF_ACCOUNTS: Faults = {
  'X-Quota-Used on a free endpoint': [
    '8 every response has the quota and rate headers that it should have, and no others',
    { answers: ({ path, headers }) => void (path === '/geo' && Object.assign(headers, { 'x-quota-used': '0' })) },
  ],
  'free requests that are counted': [
    '1 free endpoints do not draw down the allowance',
    { answers: ofStats(({ headers }) => Object.assign(headers, { 'x-quota-used': String(Date.now()) })) },
  ],
  'a cycle that has ended': [
    '8 in an anchored cycle, X-Quota-Reset lies in the future and is the same for every group',
    { answers: ({ headers }) => void Object.assign(headers, { 'x-quota-reset': '2020-01-01T00:00:00Z' }) },
  ],
  'another status for a missing credential': [
    '5 everything except /ping and /openapi.yaml is refused without a credential',
    { answers: (passing) => void (passing.status === 401 && Object.assign(passing, { status: 403 })) },
  ],
  'an envelope without docs_url': [
    '7 every failure uses the envelope, with a known code, its status and no credential',
    { answers: ({ body }) => delete body.docs_url },
  ],
  'a row that does not match its declaration': [
    '4.2 every response matches its declaration in /openapi.yaml',
    { answers: ({ path, body }) => void (path === '/coverage' && Object.assign(body, { window_days: 'a year' })) },
  ],
  'a quota group with two entries': [
    '2.8 each quota group has one entry',
    { answers: ofPath('/usage', ({ body }) => body.groups.push(body.groups[0])) },
  ],
  'a rate that differs from the headers': [
    '2.8 rate_per_min and limits of a group match its headers',
    {
      answers: ofPath('/usage', ({ body }) => {
        for (const group of body.groups) group.rate_per_min += 1
      }),
    },
  ],
  'a token that is almost completely revealed': [
    '2.8 /usage identifies the requesting token without revealing it',
    { answers: ofPath('/usage', ({ body, token }) => Object.assign(body.token, { prefix: token.slice(0, -4) })) },
  ],
  'the first characters of another token': [
    '2.8 /usage identifies the requesting token without revealing it',
    { answers: ofPath('/usage', ({ body }) => Object.assign(body.token, { prefix: 'svc_live_ro_00000000' })) },
  ],
  'a credential that is repeated in a header': [
    '5 no response contains the token in plain text',
    { answers: ofPath('/coverage', ({ headers, token }) => Object.assign(headers, { 'x-token': token })) },
  ],
  'a free endpoint in a counted group': [
    '8 every response names the quota group of its endpoint',
    { answers: ofPath('/coverage', ({ headers }) => Object.assign(headers, { 'x-quota-group': 'current' })) },
  ],
}
