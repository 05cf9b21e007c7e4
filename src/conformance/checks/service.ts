import assert from 'node:assert/strict'
import { cellParent, RESOLUTIONS } from '../../domain/cell.ts'
import { ageDays, MAX_AS_OF_AGE_DAYS, parseAsOf, windowMonths } from '../../domain/period.ts'
import type { Check } from '../subject/check.ts'
import { expectRefusal, nameOf } from '../subject/expectations.ts'
import { at } from '../subject/http-client.ts'
import { zonesOf } from '../subject/market.ts'
import { usedOf } from '../subject/quota.ts'
import { needed } from '../subject/skipped.ts'

/** Section 1: free endpoints, resolutions and periods. */
export const SERVICE_CHECKS: readonly Check[] = [
  {
    section: '1',
    claim: 'free endpoints do not draw down the allowance',
    async run({ client, figures }) {
      const { cell } = await figures()
      const metered = async () => usedOf(await client.ask(at('/stats/current', { h3: cell })))
      const before = await metered()
      for (const path of ['/geo', '/coverage', '/usage', '/meta/filters', at('/geo/lookup', { h3: cell }), '/ping']) {
        await client.ask(path)
      }
      assert.equal(await metered(), before + 1, 'X-Quota-Used of two metered requests with free ones in between')
    },
  },
  {
    section: '1',
    claim: 'resolutions outside 4 to 8 are refused, even by free endpoints',
    async run({ client, figures, market }) {
      const { cell } = await figures()
      const zone = zonesOf(await market(), 'figures')[0].geo_id
      for (const res of ['3', '9', '0', '16', '-1', 'fine']) {
        expectRefusal(await client.ask(at('/geo/lookup', { lat: 0, lng: 0, res })), 'invalid_parameter', ['res'])
        expectRefusal(await client.ask(at('/stats/current', { geo_id: zone, res })), 'invalid_parameter', ['res'])
      }
      for (const path of ['/geo/lookup', '/stats/current']) {
        expectRefusal(await client.ask(at(path, { h3: cellParent(cell, 3) })), 'invalid_parameter', ['h3'])
      }
    },
  },
  {
    section: '1',
    claim: `a period's label is the first day of a month, at most ${MAX_AS_OF_AGE_DAYS} days old`,
    async run({ figures, now }) {
      const { stats } = await figures()
      const label = parseAsOf(stats.as_of)
      assert.ok(label, `as_of "${stats.as_of}" is not the first day of a month`)
      const age = ageDays(label, now)
      assert.ok(age >= 0 && age <= MAX_AS_OF_AGE_DAYS, `as_of ${label} is ${age} days old at ${now.toISOString()}`)
    },
  },
  {
    section: '1',
    claim: 'a period is one month at resolutions 4 to 6 and three at 7 and 8',
    async run({ figures, stats }) {
      const { cell } = await figures()
      for (const res of RESOLUTIONS) {
        const { resolution, snapshot } = await stats({ h3: cellParent(cell, res) })
        assert.equal(resolution, res, 'the resolution of the response')
        assert.equal(snapshot.window_months, windowMonths(res), `window_months at resolution ${res}`)
      }
    },
  },
  {
    section: '1',
    claim: 'the default resolution is 8',
    async run({ figures }) {
      assert.equal((await figures()).stats.resolution, 8)
    },
  },
]

/** Keys that no /geo response may have, except `prices_available`. */
const FIGURE_KEY = /price|median|average|listings|count$/i

/** Section 1, checked on every response that the other checks received. */
export const NO_FIGURES_IN_GEO: Check = {
  section: '1',
  claim: 'no /geo response contains a price, median, average or listing count',
  async run({ client }) {
    const geo = client.answers.filter(({ path, status }) => status === 200 && path.startsWith('/geo'))
    needed(geo[0], 'no request was sent to /geo')
    for (const answer of geo) {
      const found = keysIn(answer.body).filter(
        (key) => FIGURE_KEY.test(key) && key !== 'prices_available' && key !== 'country',
      )
      assert.deepEqual(found, [], `${nameOf(answer)} contains figures`)
    }
  },
}

function keysIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysIn(inner)])
}
