import assert from 'node:assert/strict'
import { geoResponse } from '../../contract/service/geo.ts'
import type { Check } from '../subject/check.ts'
import { expectOk, expectRefusal, nameOf } from '../subject/expectations.ts'
import { at } from '../subject/http-client.ts'
import { meteredRequests } from '../subject/metered-requests.ts'
import { needed, Skipped } from '../subject/skipped.ts'
import type { Subject } from '../subject/subject.ts'

/** Free endpoints that need a credential. */
const GUARDED = ['/geo', '/geo/search?q=Central', '/geo/lookup?lat=0&lng=0', '/coverage', '/meta/filters', '/usage']

/** Section 5: authentication. */
export const CREDENTIAL_CHECKS: readonly Check[] = [
  {
    section: '5',
    claim: 'everything except /ping and /openapi.yaml is refused without a credential',
    async run(subject) {
      const { client } = subject
      for (const path of [...GUARDED, '/geo/x/hexes', ...(await meteredRequests(subject))]) {
        expectRefusal(await client.ask(path, { token: null }), 'invalid_token')
      }
    },
  },
  {
    section: '5',
    claim: 'a malformed or unknown credential is refused',
    async run(subject) {
      const { client, token } = subject
      const unknown = `${token.slice(0, 12)}${'0'.repeat(32)}`
      const values = [
        `Basic ${token}`,
        token,
        'Bearer',
        'Bearer ',
        `Bearer ${unknown}`,
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
          expectRefusal(await client.ask(path, { token: null, headers: { authorization } }), 'invalid_token')
        }
      }
    },
  },
  {
    section: '5',
    claim: 'a token in the URL is not a credential',
    async run({ client, token }) {
      for (const name of ['token', 'access_token', 'api_key', 'api_token', 'authorization']) {
        expectRefusal(await client.ask(at('/geo', { [name]: token }), { token: null }), 'invalid_token')
      }
    },
  },
  {
    section: '5',
    claim: 'a read/write token works everywhere',
    run: (subject) =>
      worksEverywhere(
        subject,
        needed(kindOf(subject, 'rw'), 'needs --rw-token, a token that starts with svc_live_rw_'),
      ),
  },
  {
    section: '5',
    claim: 'a read-only token works everywhere',
    run: (subject) =>
      worksEverywhere(
        subject,
        needed(kindOf(subject, 'ro'), 'needs --ro-token, a token that starts with svc_live_ro_'),
      ),
  },
  {
    section: '5',
    claim: 'a read-only token is refused on a write endpoint',
    async run(subject) {
      const { paths } = await subject.contract()
      if (!paths.includes('/reports')) throw new Skipped('the service has no write endpoint')
      const token = needed(kindOf(subject, 'ro'), 'needs --ro-token, a token that starts with svc_live_ro_')
      const headers = { 'content-type': 'application/json' }
      expectRefusal(
        await subject.client.ask('/reports', { token, method: 'POST', headers, body: '{}' }),
        'read_only_token',
      )
    },
  },
  {
    section: '5',
    claim: 'a revoked token is refused',
    async run(subject) {
      const token = needed(subject.others.revoked, 'needs --revoked-token')
      for (const path of ['/geo', ...(await meteredRequests(subject))]) {
        expectRefusal(await subject.client.ask(path, { token }), 'invalid_token')
      }
    },
  },
  {
    section: '5',
    claim: 'a token of a lapsed subscription is refused wherever a token is needed',
    async run(subject) {
      const { client } = subject
      const token = needed(subject.others.lapsed, 'needs --lapsed-token')
      for (const path of [...GUARDED, ...(await meteredRequests(subject))]) {
        expectRefusal(await client.ask(path, { token }), 'subscription_inactive')
      }
      assert.equal((await client.ask('/ping', { token })).status, 200)
    },
  },
  {
    section: '5',
    claim: 'credential, subscription, path and parameters are checked in this order',
    decided: true,
    async run({ client, others }) {
      const wrong = ['/nowhere', '/stats/current?res=99', '/geo/search']
      for (const path of wrong) expectRefusal(await client.ask(path, { token: null }), 'invalid_token')
      for (const path of wrong) {
        const token = needed(others.lapsed, 'needs --lapsed-token')
        expectRefusal(await client.ask(path, { token }), 'subscription_inactive')
      }
      expectRefusal(await client.ask('/geo', { token: null, method: 'POST' }), 'invalid_token')
    },
  },
]

function kindOf({ token, others }: Subject, kind: 'rw' | 'ro'): string | undefined {
  return token.startsWith(`svc_live_${kind}_`) ? token : others[kind]
}

async function worksEverywhere(subject: Subject, token: string): Promise<void> {
  const { client } = subject
  expectOk(geoResponse, await client.ask('/geo', { token }))
  const free = GUARDED.filter((path) => !path.startsWith('/geo/search'))
  for (const path of [...free, ...(await meteredRequests(subject))]) {
    const answer = await client.ask(path, { token })
    assert.equal(answer.status, 200, `status of ${nameOf(answer)}`)
  }
}
