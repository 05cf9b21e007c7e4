import assert from 'node:assert/strict'
import { HEADERS, QUOTA_GROUPS } from '../../contract/limits.ts'
import { errorEnvelope } from '../../contract/service/errors.ts'
import type { Check } from '../subject/check.ts'
import { expectRefusal, nameOf } from '../subject/expectations.ts'
import { type Answer, at } from '../subject/http-client.ts'
import { METERED, meteredRequests } from '../subject/metered-requests.ts'
import { isCounted, usedOf } from '../subject/quota.ts'
import { needed, Skipped } from '../subject/skipped.ts'
import type { Subject } from '../subject/subject.ts'

/** Requests sent at once to exceed a limit of at most 100. */
const BURST = 130
const SMALL_MAX = 100
const FREE = '/geo'

/** Section 8: quotas, rates and their headers. */
export const LIMIT_CHECKS: readonly Check[] = [
  {
    section: '8',
    claim: 'free endpoints belong to group metadata and are uncounted; /stats/current belongs to group current',
    async run({ client }) {
      for (const path of [
        '/ping',
        '/openapi.yaml',
        FREE,
        '/geo/lookup?lat=0&lng=0',
        '/coverage',
        '/meta/filters',
        '/usage',
      ]) {
        const { headers } = await client.ask(path)
        assert.deepEqual(
          [headers.get(HEADERS.quotaGroup), headers.get(HEADERS.quotaLimit)],
          ['metadata', 'uncounted'],
          path,
        )
      }
      const { headers } = await client.ask(METERED)
      assert.equal(headers.get(HEADERS.quotaGroup), 'current')
      assert.match(headers.get(HEADERS.quotaLimit) ?? '', /^\d+$/)
    },
  },
  {
    section: '8',
    claim: 'X-Quota-Used counts every metered request, including the current one',
    async run({ client }) {
      const first = usedOf(await client.ask(METERED))
      assert.ok(first >= 1)
      assert.equal(usedOf(await client.ask(METERED)), first + 1)
    },
  },
  {
    section: '8',
    claim: 'X-RateLimit-Remaining falls with each request within a minute',
    async run({ client }) {
      const left = async () => Number((await client.ask(FREE)).headers.get(HEADERS.rateRemaining))
      const [first, second, third] = [await left(), await left(), await left()]
      assert.ok(second < first || third < second, `${HEADERS.rateRemaining} was ${first}, ${second} and ${third}`)
    },
  },
  {
    section: '8',
    claim: 'a refused request is not counted',
    decided: true,
    async run({ client, figures }) {
      const { zone } = await figures()
      const before = usedOf(await client.ask(METERED))
      const geo_id = zone.geo_id
      const wrong = [{}, { geo_id, res: 9 }, { geo_id, min_price: 1 }, { geo_id: 'no-such-place' }]
      for (const query of [...wrong, { lat: 41, lng: 2, radius_km: 500 }]) {
        const answer = await client.ask(at('/stats/current', query))
        assert.ok(answer.status >= 400, `${nameOf(answer)}: expected a refusal, found ${answer.status}`)
        assert.equal(usedOf(answer), before, `${HEADERS.quotaUsed} of ${nameOf(answer)}`)
      }
      assert.equal(usedOf(await client.ask(METERED)), before + 1)
    },
  },
  {
    section: '8',
    claim: 'in an anchored cycle, X-Quota-Reset lies in the future and is the same for every group',
    async run({ client }) {
      const metered = (await client.ask(METERED)).headers.get(HEADERS.quotaReset)
      const reset = needed(metered, "the token's cycle is not anchored")
      assert.ok(Date.parse(reset) > Date.now(), `${HEADERS.quotaReset} is ${reset}`)
      assert.equal((await client.ask(FREE)).headers.get(HEADERS.quotaReset), reset)
    },
  },
  {
    section: '8',
    claim: 'X-Quota-Reset is absent when the cycle is not anchored',
    async run({ client, others }) {
      const token = needed(others.unanchored, 'give --unanchored-token')
      for (const path of [FREE, METERED]) {
        assert.equal((await client.ask(path, { token })).headers.get(HEADERS.quotaReset), null, path)
      }
    },
  },
  {
    section: '8',
    claim: 'when the allowance is spent, metered requests are refused and free ones are still served',
    run: spendAllowance,
  },
  {
    section: '8',
    claim: 'each group has its own limit per minute, and a refusal states how long to wait',
    run: fillMinute,
  },
  {
    section: '8',
    claim: 'while the metering store is unavailable, requests are served and /usage reports degraded',
    async run() {
      throw new Skipped('this cannot be provoked from outside')
    },
  },
]

async function spendAllowance(subject: Subject): Promise<void> {
  const token = needed(
    subject.others.small,
    `give --small-token, of an account with at most ${SMALL_MAX} requests left`,
  )
  for (const path of await meteredRequests(subject)) await spendGroup(subject, path, token)
}

async function spendGroup({ client }: Subject, metered: string, token: string): Promise<void> {
  const first = await client.ask(metered, { token })
  const limit = Number(first.headers.get(HEADERS.quotaLimit))
  const left = first.status === 200 ? limit - usedOf(first) : 0
  if (left > SMALL_MAX) throw new Skipped(`--small-token has ${left} requests left; give one with at most ${SMALL_MAX}`)
  const answers = await Promise.all(Array.from({ length: left + 5 }, () => client.ask(metered, { token })))
  const statuses = answers.map(({ status }) => status)
  assert.equal(
    statuses.filter((status) => status === 200).length,
    left,
    `successes of ${left + 5} requests at once with ${left} left`,
  )
  const after = await client.ask(metered, { token })
  expectRefusal(after, 'quota_exhausted')
  assert.equal(usedOf(after), limit, 'X-Quota-Used after the allowance was spent')
  const { resets_at } = errorEnvelope.parse(after.body)
  if (resets_at)
    assert.equal(Date.parse(resets_at), Date.parse(after.headers.get(HEADERS.quotaReset) ?? ''), 'resets_at')
  for (const path of [FREE, '/usage', '/coverage']) assert.equal((await client.ask(path, { token })).status, 200, path)
}

async function fillMinute(subject: Subject): Promise<void> {
  const { client, others } = subject
  const token = needed(others.slow, `give --slow-token, of an account with at most ${SMALL_MAX} requests a minute`)
  for (const path of [FREE, ...(await meteredRequests(subject))]) {
    const first = await client.ask(path, { token, retryWhenLimited: false })
    const limit = Number(first.headers.get(HEADERS.rateLimit))
    if (limit > SMALL_MAX)
      throw new Skipped(`--slow-token has ${limit} requests a minute; give one with at most ${SMALL_MAX}`)
    const burst = Array.from({ length: BURST }, () => client.ask(path, { token, retryWhenLimited: false }))
    const limited = (await Promise.all(burst)).filter(({ status }) => status === 429)
    // More than one minute's requests can pass only if a new minute begins in between.
    assert.ok(limited.length >= BURST - 2 * limit, `${limited.length} of ${BURST} were limited at ${limit} a minute`)
    for (const answer of limited) {
      expectRefusal(answer, 'rate_limited')
      const wait = Number(answer.headers.get(HEADERS.retryAfter))
      assert.ok(wait >= 1 && wait <= 60, `Retry-After ${wait}`)
    }
  }
}

/** Section 8, checked on every response that the other checks received. */
export const EVERY_RESPONSE_HAS_ITS_HEADERS: Check = {
  section: '8',
  claim: 'every response has the quota and rate headers that it should have, and no others',
  async run({ client }) {
    for (const answer of client.answers) {
      const fault = headerFault(answer)
      assert.equal(fault, null, `${nameOf(answer)} (${answer.status}): ${fault}`)
    }
  },
}

function headerFault(answer: Answer): string | null {
  const { headers, status } = answer
  const group = headers.get(HEADERS.quotaGroup)
  if (!QUOTA_GROUPS.some((known) => known === group)) return `${HEADERS.quotaGroup} is ${group}`
  const limit = headers.get(HEADERS.quotaLimit)
  if (!/^(uncounted|\d+)$/.test(limit ?? '')) return `${HEADERS.quotaLimit} is ${limit}`
  const used = headers.get(HEADERS.quotaUsed)
  if (!isCounted(answer) && used !== null) return `${HEADERS.quotaUsed} is ${used} on an uncounted group`
  if (isCounted(answer) && status === 200 && used === null) return `${HEADERS.quotaUsed} is missing`
  if (used !== null && !/^\d+$/.test(used)) return `${HEADERS.quotaUsed} is ${used}`
  if (used !== null && status === 200 && Number(used) > Number(limit))
    return `${HEADERS.quotaUsed} is ${used} of ${limit}`
  const reset = headers.get(HEADERS.quotaReset)
  if (reset !== null && !/^\d{4}-\d\d-\d\dT.*(Z|\+00:00)$/.test(reset)) return `${HEADERS.quotaReset} is ${reset}`
  for (const name of [HEADERS.rateLimit, HEADERS.rateRemaining]) {
    if (!/^\d+$/.test(headers.get(name) ?? '')) return `${name} is ${headers.get(name)}`
  }
  if (Number(headers.get(HEADERS.rateRemaining)) > Number(headers.get(HEADERS.rateLimit))) {
    return `${HEADERS.rateRemaining} is above ${HEADERS.rateLimit}`
  }
  const retry = headers.get(HEADERS.retryAfter)
  if (status === 429 && !/^[1-9]\d*$/.test(retry ?? '')) return `${HEADERS.retryAfter} is ${retry}`
  return status !== 429 && retry !== null ? `${HEADERS.retryAfter} is present with status ${status}` : null
}

/** Section 8, checked on every response that the other checks received. */
export const EVERY_RESPONSE_NAMES_ITS_GROUP: Check = {
  section: '8',
  claim: 'every response names the quota group of its endpoint',
  async run({ client }) {
    for (const answer of client.answers.filter(({ status }) => status === 200)) {
      const [pathname = ''] = answer.path.split('?')
      assert.equal(answer.headers.get(HEADERS.quotaGroup), GROUPS[pathname] ?? 'metadata', nameOf(answer))
    }
  },
}

/** The groups of metered endpoints. */
const GROUPS: Readonly<Record<string, string>> = { '/stats/current': 'current', '/stats/history': 'history' }
