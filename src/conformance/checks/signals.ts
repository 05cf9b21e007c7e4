import assert from 'node:assert/strict'
import { group } from 'd3-array'
import { geoResponse, pointObject, searchResponse, type ZoneRow } from '../../contract/service/geo.ts'
import { statsResponse } from '../../contract/service/stats/stats.ts'
import { cellCenter } from '../../domain/distance.ts'
import type { Check } from '../subject/check.ts'
import { expectOk, expectRefusal, nameOf } from '../subject/expectations.ts'
import { type Answer, at } from '../subject/http-client.ts'
import { signalOf, zonesOf } from '../subject/market.ts'
import { usedOf } from '../subject/quota.ts'
import { spread } from '../subject/sample.ts'
import { needed, Skipped } from '../subject/skipped.ts'
import { PLAN_REFUSALS, type Subject } from '../subject/subject.ts'

/** Section 3: what prices_available and current_period mean together. */
export const SIGNAL_CHECKS: readonly Check[] = [
  {
    section: '3',
    claim: 'prices_available with a current_period: /stats/current returns rows for that period',
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
    claim: 'neither: an empty response with status 200, which is counted',
    run: emptyAnswerIsCounted,
  },
  {
    section: '3',
    claim: 'a place without listings has no current_period',
    async run({ market }) {
      const zones = (await market()).zones.filter((zone) => signalOf(zone) === 'nothing')
      needed(zones[0], 'every zone has listings')
      for (const { geo_id, current_period } of zones) assert.equal(current_period, null, geo_id)
    },
  },
  {
    section: '3',
    claim: 'only zones with listings have rows, labelled with their current_period',
    run: signalsMatchFigures,
  },
  {
    section: '3',
    claim: 'a country without listings has no rows',
    async run({ market, client }) {
      const { countries } = await market()
      const empty = countries.filter(({ prices_available }) => !prices_available).slice(0, COUNTRIES_TRIED)
      needed(empty[0], 'every country in /geo has listings')
      for (const { geo_id } of empty) {
        const answer = await client.ask(at('/stats/current', { geo_id, res: 4 }))
        // A country can exceed the cell budget even at the coarsest resolution.
        if (answer.status === 422) expectRefusal(answer, 'too_many_hexes')
        else assert.deepEqual(expectOk(statsResponse, answer).stats, [], `rows of ${geo_id}`)
      }
    },
  },
  {
    section: '3',
    claim: 'a place has listings when a place below it does',
    async run({ market }) {
      const { countries, zones } = await market()
      const hasListings = new Map([...countries, ...zones].map((row) => [row.geo_id, row.prices_available]))
      const listed = zones.filter(({ prices_available }) => prices_available)
      needed(listed[0], 'no zone has listings')
      for (const { geo_id, ancestors } of listed) {
        const empty = ancestors.filter((entry) => hasListings.get(entry.geo_id) === false).map((entry) => entry.geo_id)
        assert.deepEqual(empty, [], `ancestors without listings of ${geo_id}, which has listings`)
      }
    },
  },
  {
    section: '3',
    claim: 'the point of a cell with its own figures has prices_available',
    async run({ figures, lookup, stats }) {
      const { cell, stats: place } = await figures()
      const around = await stats({ ...cellCenter(cell), radius_km: 5 })
      const own = [...place.stats, ...around.stats].filter(({ estimated }) => !estimated).map(({ h3 }) => h3)
      needed(own[0], 'no row without `estimated` was found')
      for (const h3 of spread([...new Set(own)], CELLS_TRIED)) {
        assert.equal(
          (await lookup({ h3 })).prices_available,
          true,
          `prices_available of ${h3}, which has its own figures`,
        )
      }
    },
  },
]

/** How many countries, and how many cells with figures, to check. */
const COUNTRIES_TRIED = 3
const CELLS_TRIED = 8

/** Checks one zone of each level and signal. */
async function signalsMatchFigures({ market, client }: Subject): Promise<void> {
  const kinds = group((await market()).zones, (zone) => `${zone.level} ${signalOf(zone)}`)
  let seen = 0
  for (const [zone] of kinds.values()) {
    if (!zone) continue
    const { geo_id, prices_available, current_period } = zone
    const answer = await client.ask(at('/stats/current', { geo_id }))
    if (PLAN_REFUSALS.includes(answer.status)) continue
    seen++
    const { as_of, stats } = expectOk(statsResponse, answer)
    if (current_period !== null) assert.equal(as_of, current_period, `as_of and current_period of ${geo_id}`)
    const knownEmpty = !prices_available || current_period === null
    const signal = `${geo_id} has prices_available ${prices_available} and current_period ${current_period}`
    if (knownEmpty) assert.equal(stats.length, 0, `${signal}, but ${stats.length} rows`)
  }
  if (seen === 0) throw new Skipped('the plan allows none of the zones')
}

async function emptyAnswerIsCounted({ market, client, figures }: Subject): Promise<void> {
  const [zone] = zonesOf(await market(), 'nothing')
  const { cell } = await figures()
  const before = usedOf(await client.ask(at('/stats/current', { h3: cell })))
  const answer = await client.ask(at('/stats/current', { geo_id: zone.geo_id }))
  assert.deepEqual(expectOk(statsResponse, answer).stats, [])
  assert.equal(usedOf(answer), before + 1, 'X-Quota-Used')
}

/** Sections 2.3 and 2.4, checked on every response that the other checks received. */
export const EVERY_ZONE_IS_CONSISTENT: Check = {
  section: '2.3',
  claim: 'a zone has the same row in every response of /geo, /geo/search and /geo/lookup',
  async run({ client }) {
    const first = new Map<string, { name: string; zone: ZoneRow }>()
    for (const answer of client.answers) {
      for (const zone of zonesIn(answer)) {
        const known = first.get(zone.geo_id) ?? { name: nameOf(answer), zone }
        first.set(zone.geo_id, known)
        assert.deepEqual(zone, known.zone, `${zone.geo_id} in ${nameOf(answer)} and in ${known.name}`)
      }
    }
    if (first.size === 0) throw new Skipped('no zone was found')
  },
}

function zonesIn({ status, path, body }: Answer): ZoneRow[] {
  if (status !== 200 || !path.startsWith('/geo')) return []
  const rows = path.startsWith('/geo/lookup')
    ? (pointObject.safeParse(body).data?.zones ?? [])
    : ((path.startsWith('/geo/search') ? searchResponse : geoResponse).safeParse(body).data?.results ?? [])
  return rows.flatMap((row) => (row.kind === 'zone' ? row : row.kind === 'point' ? row.zones : []))
}
