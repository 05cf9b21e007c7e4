import assert from 'node:assert/strict'
import { z } from 'zod'
import { writeCellList } from '../../contract/service/assumptions.ts'
import { readFilters } from '../../contract/service/filters/received-filters.ts'
import { statsResponse } from '../../contract/service/stats/stats.ts'
import { cellParent, cellToDecimal, parseCell } from '../../domain/cell.ts'
import { cellCenter, circleCells } from '../../domain/distance.ts'
import type { Check } from '../subject/check.ts'
import { expectOk } from '../subject/expectations.ts'
import { needed, Skipped } from '../subject/skipped.ts'
import type { Subject } from '../subject/subject.ts'

/** Money in two responses may differ by rounding. */
const TOLERANCE = 1e-6

/** Sections 2.7 and 4.8: what /stats/current returns. */
export const STATS_CHECKS: readonly Check[] = [
  {
    section: '2.7',
    claim: 'a response for a place has every field and names the place',
    async run({ figures }) {
      const { zone, stats } = await figures()
      const { name, level, country } = zone
      assert.deepEqual(stats.territory.place, { name, level, country })
      assert.equal(stats.territory.selector, 'geo_id')
      for (const key of ['period', 'window_start', 'window_end', 'fx_date'] as const) assert.ok(stats[key], key)
    },
  },
  {
    section: '2.7',
    claim: 'the filters are stated as applied, including defaults; price filters are in USD',
    async run({ figures }) {
      const { filters } = (await figures()).stats
      assert.equal(filters.ad_sub_type, 'buy')
      assert.equal(filters.units.price, 'USD')
      assert.ok(filters.units.size)
    },
  },
  {
    section: '2.7',
    claim: 'the snapshot states how the figures were made',
    async run({ figures }) {
      const { as_of, snapshot } = (await figures()).stats
      assert.equal(snapshot.as_of, as_of)
      assert.equal(snapshot.built, 'monthly')
      assert.equal(snapshot.max_as_of_age_days, 34)
      assert.deepEqual(Object.keys(snapshot.min_listings_by_res).sort(), ['4', '5', '6', '7', '8'])
    },
  },
  {
    section: '2.7',
    claim: 'each row has its own decimal cell of the resolution and positive figures',
    async run({ figures }) {
      const { stats, resolution } = (await figures()).stats
      const ids = stats.map(({ h3 }) => h3)
      assert.equal(new Set(ids).size, ids.length, 'a cell has two rows')
      for (const row of stats) {
        const cell = parseCell(row.h3)
        assert.ok(cell && cellToDecimal(cell) === row.h3, `h3 "${row.h3}" is not the decimal id of a cell`)
        assert.equal(cellParent(cell, resolution), cell, `${cell} is not of resolution ${resolution}`)
        for (const figure of [row.median_price, row.median_price_per_sqm, row.median_area]) {
          assert.ok(figure === null || figure > 0, `a figure of ${cell} is ${figure}`)
        }
      }
    },
  },
  {
    section: '2.7',
    claim: 'every row is named after a place',
    async run({ figures, stats }) {
      const { cell, stats: place } = await figures()
      for (const { stats: rows } of [place, await stats({ ...cellCenter(cell), radius_km: 5 })]) {
        for (const { h3, name } of rows) assert.ok(name, `the row of ${h3} has no name`)
      }
    },
  },
  {
    section: '2.7',
    claim: 'figures pooled from neighbours are marked as estimated',
    async run({ figures, stats }) {
      const { cell, stats: place } = await figures()
      const around = await stats({ ...cellCenter(cell), radius_km: 5 })
      const rows = [...place.stats, ...around.stats]
      needed(
        rows.find(({ estimated }) => estimated),
        'no estimated row was found',
      )
      needed(
        rows.find(({ estimated }) => !estimated),
        'no row without `estimated` was found',
      )
    },
  },
  {
    section: '2.7',
    claim: 'a cell without figures is absent, not zero',
    async run({ figures, emptyCell, stats }) {
      const { cell } = await figures()
      const rows = (await stats({ h3: writeCellList([cell, await emptyCell()]) })).stats
      assert.deepEqual(
        rows.map(({ h3 }) => h3),
        [cellToDecimal(cell)],
      )
      assert.deepEqual((await stats({ h3: await emptyCell() })).stats, [])
    },
  },
  {
    section: '4.8',
    claim: 'a cell listed repeatedly, in both spellings, has one row',
    async run({ figures, stats }) {
      const { cell, stats: place } = await figures()
      const both = await stats({ h3: [cell, cellToDecimal(cell), cell].join(',') })
      assert.equal(both.territory.selector, 'h3')
      assert.deepEqual(
        both.stats,
        place.stats.filter(({ h3 }) => h3 === cellToDecimal(cell)),
      )
    },
  },
  {
    section: '4.8',
    claim: 'a circle returns cells around its centre',
    async run({ figures, stats }) {
      const { cell } = await figures()
      const circle = { ...cellCenter(cell), radius_km: 1.5 }
      const answer = await stats(circle)
      assert.equal(answer.territory.selector, 'circle')
      assert.ok(
        answer.stats.some(({ h3 }) => parseCell(h3) === cell),
        'the cell at the centre is missing',
      )
      assert.equal(answer.territory.place, undefined)
    },
  },
  {
    section: '4.8',
    claim: 'res selects the resolution, and a place that is stored finer is marked as rolled up',
    async run({ figures, stats }) {
      const { zone, cell } = await figures()
      if (zone.h3_res === 4) throw new Skipped('no zone with figures is stored finer than resolution 4')
      const { resolution, territory, stats: rows } = await stats({ geo_id: zone.geo_id, res: zone.h3_res - 1 })
      assert.equal(resolution, zone.h3_res - 1)
      assert.equal(territory.rolled_up_from, zone.h3_res)
      assert.ok(territory.rollup_note)
      for (const { h3 } of rows) assert.equal(cellParent(parseCell(h3) ?? cell, resolution), parseCell(h3))
    },
  },
  {
    section: '4.8',
    claim: 'currency affects display only: the same cells, at one rate',
    async run({ figures, stats, client }) {
      const { zone, stats: shown } = await figures()
      const other = await otherCurrency(client, shown.currency)
      const { currency, stats: rows } = await stats({ geo_id: zone.geo_id, currency: other })
      assert.equal(currency, other)
      assert.deepEqual(
        rows.map(({ h3 }) => h3),
        shown.stats.map(({ h3 }) => h3),
      )
      const rates = rows.flatMap((row, i) =>
        (['median_price', 'median_price_per_sqm'] as const).map(
          (key) => (row[key] ?? 1) / (shown.stats[i]?.[key] ?? 1),
        ),
      )
      const [rate = 1] = rates
      for (const each of rates) assert.ok(Math.abs(each / rate - 1) < 1e-3, `rates differ: ${rate} and ${each}`)
      assert.deepEqual(
        rows.map(({ median_area }) => median_area),
        shown.stats.map(({ median_area }) => median_area),
      )
    },
  },
  {
    section: '4.8',
    claim: 'price filters are in USD, whatever the currency',
    async run({ figures, stats, client }) {
      const { zone, stats: shown } = await figures()
      const usd = shown.currency === 'USD' ? shown : await stats({ geo_id: zone.geo_id, currency: 'USD' })
      const prices = usd.stats.flatMap(({ median_price }) => median_price ?? []).sort((a, b) => a - b)
      const max_price_usd = Math.ceil(needed(prices[Math.floor(prices.length / 2)], 'no row has a median price'))
      const query = { geo_id: zone.geo_id, max_price_usd }
      const filtered = await stats({ ...query, currency: 'USD' })
      const elsewhere = await stats({ ...query, currency: await otherCurrency(client, 'USD') })
      assert.deepEqual(
        elsewhere.stats.map(({ h3 }) => h3),
        filtered.stats.map(({ h3 }) => h3),
      )
      for (const { median_price } of filtered.stats) {
        assert.ok((median_price ?? 0) <= max_price_usd * (1 + TOLERANCE), `a median of ${median_price} USD`)
      }
    },
  },
  {
    section: '4.8',
    claim: 'ad_sub_type defaults to buy',
    async run({ figures, stats }) {
      const { zone, stats: shown } = await figures()
      assert.deepEqual((await stats({ geo_id: zone.geo_id, ad_sub_type: 'buy' })).stats, shown.stats)
    },
  },
  {
    section: '4.8',
    claim: 'another ad_sub_type selects other listings, and is stated as applied',
    async run({ figures, stats, client }) {
      const { filters } = readFilters(expectOk(z.unknown(), await client.ask('/meta/filters')))
      const offer = filters.find(({ parameter }) => parameter === 'ad_sub_type')
      const values = offer?.kind === 'choice' ? offer.values.map(({ value }) => value) : []
      const ad_sub_type = needed(
        values.find((value) => value !== 'buy'),
        'no ad_sub_type other than buy is known',
      )
      const { zone, stats: shown } = await figures()
      const other = await stats({ geo_id: zone.geo_id, ad_sub_type })
      assert.equal(other.filters.ad_sub_type, ad_sub_type)
      assert.notDeepEqual(other.stats, shown.stats, `the rows for ${ad_sub_type} equal those for buy`)
    },
  },
  {
    section: '4.8',
    claim: 'a circle has the cells whose centre lies inside, and its rows are in order of cells',
    decided: true,
    async run({ figures, stats }) {
      const circle = { ...cellCenter((await figures()).cell), radius_km: 2 }
      const within = circleCells(circle, 8).sort()
      const { stats: rows } = await stats(circle)
      assert.deepEqual(rows, (await stats({ h3: writeCellList(within) })).stats)
      const ids = rows.map(({ h3 }) => h3)
      assert.deepEqual(ids, ids.toSorted())
    },
  },
  {
    section: '4.8',
    claim: 'h3 can be repeated instead of listing cells, and a currency can be in lower case',
    decided: true,
    async run({ client, figures, emptyCell }) {
      const { cell } = await figures()
      const answer = await client.ask(`/stats/current?h3=${cell}&h3=${await emptyCell()}&currency=usd`)
      const { stats, currency } = expectOk(statsResponse, answer)
      assert.deepEqual([stats.length, currency], [1, 'USD'])
    },
  },
]

/** Currencies that most services have, for when a service does not list its own. */
const COMMON = ['EUR', 'USD', 'GBP']

async function otherCurrency(client: Subject['client'], shown: string): Promise<string> {
  const { body } = await client.ask('/meta/filters')
  const listed: unknown = Object(body).currencies
  const held = Array.isArray(listed) ? COMMON.filter((code) => listed.includes(code)) : COMMON
  return needed(
    held.find((code) => code !== shown),
    `no currency other than ${shown} is known`,
  )
}
