import assert from 'node:assert/strict'
import { getHexagonEdgeLengthAvg, UNITS } from 'h3-js'
import { HEXES_PARAMETERS, writeCellList } from '../../contract/service/assumptions.ts'
import { followHexPages } from '../../contract/service/hexes/hex-pages.ts'
import type { StatsResponse } from '../../contract/service/stats/stats.ts'
import { type Cell, parseCell } from '../../domain/cell.ts'
import { cellCenter, cellsAround, distanceKm } from '../../domain/distance.ts'
import type { Check } from '../subject/check.ts'
import { needed, Skipped } from '../subject/skipped.ts'
import type { Subject } from '../subject/subject.ts'

/** A circle wide enough to tell kilometres from miles and from metres. */
const RADIUS_KM = 3
/** The farthest that a cell reaches from its centre, with a margin for cells larger than average. */
const REACH_KM = 1.5 * getHexagonEdgeLengthAvg(8, UNITS.km)
/** Rings of cells around the centre that lie within the circle. */
const RINGS_WITHIN = 2
/** A price far above anything on sale, in USD. */
const BEYOND_EVERY_PRICE = 99_000_000_000
/** Money in two responses may differ by rounding. */
const TOLERANCE = 1e-6

/** Section 4.8: the rows of a territory and of a price range. */
export const TERRITORY_CHECKS: readonly Check[] = [
  {
    section: '4.8',
    claim: 'every row of a place is for one of its cells',
    run: rowsBelongToThePlace,
  },
  {
    section: '4.8',
    claim: 'a list of cells returns rows for these cells only, identical to the rows of their place',
    async run({ figures, stats }) {
      const { cell, stats: place } = await figures()
      const requested = cellsAround(cell, 1)
      const { stats: rows } = await stats({ h3: writeCellList(requested) })
      for (const row of rows) {
        assert.ok(requested.includes(cellOf(row)), `${row.h3} was not requested`)
        const ofPlace = place.stats.find(({ h3 }) => h3 === row.h3)
        if (ofPlace) assert.deepEqual(row, ofPlace, `the row of ${row.h3}`)
      }
    },
  },
  {
    section: '4.8',
    claim: 'radius_km is in kilometres: no row lies beyond it, and none within it is missing',
    async run({ figures, stats }) {
      const { cell } = await figures()
      const center = cellCenter(cell)
      const { stats: circle } = await stats({ ...center, radius_km: RADIUS_KM })
      for (const row of circle) {
        const km = distanceKm(center, cellCenter(cellOf(row)))
        assert.ok(km <= RADIUS_KM + REACH_KM, `${row.h3} lies ${km} km from the centre, radius ${RADIUS_KM} km`)
      }
      const { stats: within } = await stats({ h3: writeCellList(cellsAround(cell, RINGS_WITHIN)) })
      const missing = idsOf(within).filter((id) => !idsOf(circle).includes(id))
      assert.deepEqual(missing, [], `cells within ${RADIUS_KM} km that have rows but are missing`)
    },
  },
  {
    section: '4.8',
    claim: 'min_price_usd leaves out cheaper listings',
    async run({ figures, stats }) {
      const { zone, stats: shown } = await figures()
      const ask = async (min_price_usd: number) =>
        (await stats({ geo_id: zone.geo_id, currency: 'USD', min_price_usd })).stats
      assert.deepEqual(await ask(BEYOND_EVERY_PRICE), [], `rows with min_price_usd=${BEYOND_EVERY_PRICE}`)
      const usd = shown.currency === 'USD' ? shown : await stats({ geo_id: zone.geo_id, currency: 'USD' })
      const prices = usd.stats.flatMap(({ median_price }) => median_price ?? []).sort((a, b) => a - b)
      const floor = Math.floor(needed(prices[Math.floor(prices.length / 2)], 'no row has a median price'))
      for (const { h3, median_price } of await ask(floor)) {
        assert.ok((median_price ?? floor) >= floor * (1 - TOLERANCE), `a median of ${median_price} USD in ${h3}`)
      }
    },
  },
]

/** The most cells of a place to read. */
const PLACE_CELLS_MAX = 20_000

async function rowsBelongToThePlace(subject: Subject): Promise<void> {
  const { zone, stats } = await subject.figures()
  const pages = followHexPages(
    (page) => subject.cellsOf(zone, { [HEXES_PARAMETERS.resolution]: stats.resolution, ...page }),
    (page) => page,
  )
  for await (const { cells, end } of pages) {
    assert.notEqual(end, 'incomplete', `the list of cells of ${zone.geo_id} is incomplete after ${cells.size} cells`)
    if (end === 'complete') {
      for (const row of stats.stats) assert.ok(cells.has(cellOf(row)), `${row.h3} is not a cell of ${zone.geo_id}`)
      return
    }
    if (cells.size >= PLACE_CELLS_MAX) break
  }
  throw new Skipped(`${zone.geo_id} has more than ${PLACE_CELLS_MAX} cells`)
}

type Row = StatsResponse['stats'][number]

function cellOf({ h3 }: Row): Cell {
  const cell = parseCell(h3)
  assert.ok(cell, `"${h3}" is not a cell`)
  return cell
}

function idsOf(rows: readonly Row[]): string[] {
  return rows.map(({ h3 }) => h3)
}
