import assert from 'node:assert/strict'
import { geoResponse } from '../../contract/geo.ts'
import type { Check } from '../subject/check.ts'
import { answered, nameOf, refused } from '../subject/expectations.ts'
import { at } from '../subject/http-client.ts'
import { meteredRequests } from '../subject/metered-requests.ts'
import { NotShown, needed } from '../subject/not-shown.ts'
import type { Subject } from '../subject/subject.ts'

/** Endpoints that need a credential, one that does not exist among them. */
const GUARDED = ['/geo', '/geo/search?q=Central', '/geo/lookup?lat=0&lng=0', '/coverage', '/meta/filters', '/usage']

/** Section 5: authentication. */
export const CREDENTIAL_CHECKS: readonly Check[] = [
  {
    section: '5',
    claim: 'without a credential everything but /ping and /openapi.yaml is refused',
    async run(subject) {
      const { client } = subject
      for (const path of [...GUARDED, '/geo/x/hexes', ...(await meteredRequests(subject))]) {
        refused(await client.ask(path, { token: null }), 'invalid_token')
      }
    },
  },
  {
    section: '5',
    claim: 'a malformed or unknown credential is refused',
    async run(subject) {
      const { client, token } = subject
      const ofUnknown = `${token.slice(0, 12)}${'0'.repeat(32)}`
      const values = [
        `Basic ${token}`,
        token,
        'Bearer',
        'Bearer ',
        `Bearer ${ofUnknown}`,
        `Bearer ${token.slice(0, -1)}`,
        `Bearer ${token}x`,
        `Bearer ${token} ${token}`,
        `Bearer ${token.toUpperCase()}`,
        'Bearer svc_live_ro_',
        `Bearer ${'svc_live_ro_'.padEnd(5_000, 'A')}`,
      ]
      const paths = ['/geo', ...(await meteredRequests(subject))]
      for (const authorization of values) {
        for (const path of paths) {
          refused(await client.ask(path, { token: null, headers: { authorization } }), 'invalid_token')
        }
      }
    },
  },
  {
    section: '5',
    claim: 'a token in the URL is no credential',
    async run({ client, token }) {
      for (const name of ['token', 'access_token', 'api_key', 'api_token', 'authorization']) {
        refused(await client.ask(at('/geo', { [name]: token }), { token: null }), 'invalid_token')
      }
    },
  },
  {
    section: '5',
    claim: 'a read/write token works everywhere',
    run: (subject) => worksEverywhere(subject, needed(kindOf(subject, 'rw'), 'give --rw-token, of kind svc_live_rw_')),
  },
  {
    section: '5',
    claim: 'a read-only token works everywhere',
    run: (subject) => worksEverywhere(subject, needed(kindOf(subject, 'ro'), 'give --ro-token, of kind svc_live_ro_')),
  },
  {
    section: '5',
    claim: 'a read-only token is refused on a write endpoint',
    async run(subject) {
      const { paths } = await subject.contract()
      if (!paths.includes('/reports')) throw new NotShown('no write endpoint is shipped')
      const token = needed(kindOf(subject, 'ro'), 'give --ro-token, of kind svc_live_ro_')
      const headers = { 'content-type': 'application/json' }
      refused(await subject.client.ask('/reports', { token, method: 'POST', headers, body: '{}' }), 'read_only_token')
    },
  },
  {
    section: '5',
    claim: 'a revoked token is refused',
    async run(subject) {
      const token = needed(subject.others.revoked, 'give --revoked-token')
      for (const path of ['/geo', ...(await meteredRequests(subject))]) {
        refused(await subject.client.ask(path, { token }), 'invalid_token')
      }
    },
  },
  {
    section: '5',
    claim: 'a token of a lapsed subscription is refused everywhere but on what needs none',
    async run(subject) {
      const { client } = subject
      const token = needed(subject.others.lapsed, 'give --lapsed-token')
      for (const path of [...GUARDED, ...(await meteredRequests(subject))]) {
        refused(await client.ask(path, { token }), 'subscription_inactive')
      }
      assert.equal((await client.ask('/ping', { token })).status, 200)
    },
  },
  {
    section: '5',
    claim: 'credential, subscription, path and parameters are looked at in this order',
    decided: true,
    async run({ client, others }) {
      const wrong = ['/nowhere', '/stats/current?res=99', '/geo/search']
      for (const path of wrong) refused(await client.ask(path, { token: null }), 'invalid_token')
      for (const path of wrong) {
        const token = needed(others.lapsed, 'give --lapsed-token')
        refused(await client.ask(path, { token }), 'subscription_inactive')
      }
      refused(await client.ask('/geo', { token: null, method: 'POST' }), 'invalid_token')
    },
  },
]

function kindOf({ token, others }: Subject, kind: 'rw' | 'ro'): string | undefined {
  return token.startsWith(`svc_live_${kind}_`) ? token : others[kind]
}

async function worksEverywhere(subject: Subject, token: string): Promise<void> {
  const { client } = subject
  answered(geoResponse, await client.ask('/geo', { token }))
  const free = GUARDED.filter((path) => !path.startsWith('/geo/search'))
  for (const path of [...free, ...(await meteredRequests(subject))]) {
    const answer = await client.ask(path, { token })
    assert.equal(answer.status, 200, `${nameOf(answer)} gave ${answer.status}`)
  }
}
