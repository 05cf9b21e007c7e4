import assert from 'node:assert/strict'
import { statsResponse } from '../../contract/stats.ts'
import type { Check } from '../check.ts'
import { answered } from '../expectations.ts'
import { at } from '../http-client.ts'
import { signalOf, zonesOf } from '../market.ts'
import { needed } from '../not-shown.ts'
import { usedOf } from '../quota.ts'
import type { Subject } from '../subject.ts'

/** Section 3: what prices_available and current_period say together. */
export const SIGNAL_CHECKS: readonly Check[] = [
  {
    section: '3',
    claim: 'prices_available with a current_period: /stats/current answers from that window',
    async run({ figures }) {
      const { zone, stats } = await figures()
      assert.deepEqual([zone.prices_available, zone.current_period], [true, stats.as_of])
      assert.ok(stats.stats.length > 0)
    },
  },
  {
    section: '3',
    claim: 'prices_available without a current_period: too few listings, no rows',
    async run(subject) {
      const [zone] = zonesOf(await subject.market(), 'too_few')
      assert.deepEqual((await subject.stats({ geo_id: zone.geo_id })).stats, [])
    },
  },
  {
    section: '3',
    claim: 'neither: an empty answer of status 200, which is counted',
    run: emptyAnswerIsCounted,
  },
  {
    section: '3',
    claim: 'a place without listings has no current_period',
    async run({ market }) {
      const zones = (await market()).zones.filter((zone) => signalOf(zone) === 'nothing')
      needed(zones[0], 'every zone holds listings')
      for (const { geo_id, current_period } of zones) assert.equal(current_period, null, geo_id)
    },
  },
]

async function emptyAnswerIsCounted({ market, client, figures }: Subject): Promise<void> {
  const [zone] = zonesOf(await market(), 'nothing')
  const { cell } = await figures()
  const before = usedOf(await client.ask(at('/stats/current', { h3: cell })))
  const answer = await client.ask(at('/stats/current', { geo_id: zone.geo_id }))
  assert.deepEqual(answered(statsResponse, answer).stats, [])
  assert.equal(usedOf(answer), before + 1, 'X-Quota-Used')
}
