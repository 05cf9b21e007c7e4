import assert from 'node:assert/strict'
import { z } from 'zod'
import { HEADERS, QUOTA_GROUPS } from '../../contract/limits.ts'
import { readUsage } from '../../contract/service/received-usage.ts'
import type { Check } from '../subject/check.ts'
import { expectOk, nameOf } from '../subject/expectations.ts'
import { at } from '../subject/http-client.ts'
import { meteredRequests } from '../subject/metered-requests.ts'
import { usedOf } from '../subject/quota.ts'
import { needed, Skipped } from '../subject/skipped.ts'
import type { Subject } from '../subject/subject.ts'

const usageGroups = z.object({
  degraded: z.boolean(),
  groups: z.array(
    z.looseObject({
      group: z.string(),
      metered: z.boolean(),
      rate_per_min: z.number(),
      used: z.unknown(),
      remaining: z.unknown(),
      limits: z.unknown(),
    }),
  ),
})

const KIND = /^svc_live_(rw|ro)_/

/** Sections 2.8 and 4.11: GET /usage. */
export const USAGE_CHECKS: readonly Check[] = [
  {
    section: '4.11',
    claim: '/usage reports group current as metered and group metadata as not metered',
    async run({ client }) {
      const usage = await client.ask('/usage')
      const { groups, degraded } = readShape(usage.body)
      assert.equal(degraded, false, 'degraded')
      const current = groups.find(({ group }) => group === 'current')
      const metadata = groups.find(({ group }) => group === 'metadata')
      assert.equal(current?.metered, true, 'metered of group current')
      assert.deepEqual([metadata?.metered, metadata?.limits], [false, null], 'metered and limits of group metadata')
    },
  },
  {
    section: '2.8',
    claim: 'each quota group has one entry',
    async run({ client }) {
      const names = readShape((await client.ask('/usage')).body).groups.map(({ group }) => group)
      assert.equal(new Set(names).size, names.length, `a group has two entries among ${names}`)
      for (const name of names)
        assert.ok(
          QUOTA_GROUPS.some((known) => known === name),
          `"${name}" is not a quota group`,
        )
    },
  },
  {
    section: '2.8',
    claim: 'rate_per_min and limits of a group match its headers',
    run: groupsMatchHeaders,
  },
  {
    section: '2.8',
    claim: 'used and remaining include the latest request',
    async run({ client, figures }) {
      const { cell } = await figures()
      const spent = usedOf(await client.ask(at('/stats/current', { h3: cell })))
      const usage = readUsage(expectOk(z.unknown(), await client.ask('/usage')))
      assert.equal(usage.used, spent, 'used')
      if (usage.limit !== null) assert.equal(usage.remaining, Math.max(0, usage.limit - spent), 'remaining')
    },
  },
  {
    section: '2.8',
    claim: '/usage identifies the requesting token without revealing it',
    async run({ client, token, others }) {
      for (const asking of [token, others.rw ?? [], others.ro ?? []].flat()) {
        const answer = await client.ask('/usage', { token: asking })
        assert.equal(answer.status, 200, `status of ${nameOf(answer)}`)
        const shown = longestShown(asking.replace(KIND, ''), answer.text)
        assert.ok(shown <= asking.replace(KIND, '').length / 2, `${shown} characters of the secret are revealed`)
        const reported = stringsIn(answer.body).filter((text) => KIND.test(text))
        needed(reported[0], '/usage does not identify the token by its first characters')
        for (const text of reported) {
          const [beginning = ''] = /^\w[\w-]*/.exec(text) ?? []
          assert.ok(asking.startsWith(beginning), `expected the first characters of the token, found "${text}"`)
        }
      }
    },
  },
]

async function groupsMatchHeaders(subject: Subject): Promise<void> {
  const { client } = subject
  const answers = [await client.ask('/geo')]
  for (const path of await meteredRequests(subject)) answers.push(await client.ask(path))
  const { body } = await client.ask('/usage')
  const { groups } = readShape(body)
  for (const { headers } of answers) {
    const name = headers.get(HEADERS.quotaGroup)
    const entry = groups.find(({ group }) => group === name)
    assert.ok(entry, `/usage has no entry for group ${name}`)
    assert.equal(entry.rate_per_min, Number(headers.get(HEADERS.rateLimit)), `rate_per_min of group ${name}`)
  }
  const { limit } = readUsage(body)
  if (limit === null) return
  assert.equal(limit, Number(answers[1]?.headers.get(HEADERS.quotaLimit)), 'limits of group current')
}

function readShape(body: unknown): z.infer<typeof usageGroups> {
  const read = usageGroups.safeParse(body)
  if (!read.success) throw new Skipped('/usage has an unknown shape')
  return read.data
}

/** Length of the longest part of a secret that a text contains. */
function longestShown(secret: string, text: string): number {
  let longest = 0
  for (let start = 0; start + longest < secret.length; start++) {
    while (start + longest < secret.length && text.includes(secret.slice(start, start + longest + 1))) longest++
  }
  return longest
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

/** Section 5, checked on every response that the other checks received. */
export const NO_RESPONSE_CONTAINS_THE_TOKEN: Check = {
  section: '5',
  claim: 'no response contains the token in plain text',
  async run({ client, token }) {
    needed(client.answers[0], 'no request was sent')
    for (const answer of client.answers) {
      const received = answer.text + [...answer.headers.values()].join('\n')
      assert.ok(!received.includes(token), `${nameOf(answer)} (${answer.status}) contains the token`)
    }
  },
}
