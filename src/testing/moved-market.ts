import { latLngToCell } from 'h3-js'
import pino from 'pino'
import { cellParent, trustCell } from '../domain/cell.ts'
import { cellCenter, cellsAround } from '../domain/distance.ts'
import { openListingWriter } from '../service/listings/listing-store.ts'
import { type FiguresPlace, openFigures } from '../service/open-figures.ts'
import { FIXTURE_NOW } from './service-fixture.ts'

const log = pino({ level: 'error' })
const CELLS = cellsAround(trustCell(latLngToCell(41.39, 2.16, 8)), 3)
const ANY = { ad_sub_type: 'buy', property_type: null, rooms: null, min_price_usd: null, max_price_usd: null }
const ASKER = { account: 1, signal: () => new AbortController().signal }

/** Adds the listings of a small market to a DATA_DIR, eight in each cell. */
export async function writeMovedListings(
  dataDir: string,
  name: string,
  months: readonly string[],
  dearer = 0,
): Promise<void> {
  const writer = await openListingWriter(dataDir, name)
  for (const [at, cell] of CELLS.entries()) {
    for (let i = 0; i < 8; i++) {
      writer.add({
        ...{ key: `${name}-${at}-${i}`, source: 'test', country: 'es', currency: 'EUR', property_type: 'apartment' },
        ...{
          ad_sub_type: i % 5 === 4 ? 'rent' : 'buy',
          rooms: i % 4 === 3 ? null : i,
          area: i % 7 === 6 ? null : 51.3 + i,
        },
        ...{ region: null, province: null, city: null, macrozone: null, microzone: null },
        ...{ price: 100_000.1 + 1_000 * ((at * 7 + i) % 13) + dearer, cell, ...cellCenter(cell) },
        listed_on: `${months[i % months.length]}-15`,
      })
    }
  }
  await writer.publish()
}

/** What a store serves: the revision of every label, and each period's figures with and without a price filter. */
export async function servedFigures(place: FiguresPlace) {
  const { figures, pricedFigures } = await openFigures(place, FIXTURE_NOW, log)
  try {
    const periods: Record<string, unknown[]> = {}
    for (const label of figures.labels()) {
      const rows: unknown[] = []
      periods[label] = rows
      await figures.lend(label, async (period) => {
        for (const resolution of [8, 6] as const) {
          const cells = [...new Set(CELLS.map((cell) => cellParent(cell, resolution)))].sort()
          rows.push(period.meta, await period.figures(ANY, cells), await period.listingCountries(cells))
          const priced = { ...ANY, min_price_usd: 120_000 }
          // Computed by each engine, which add up averages in another order.
          for (const row of await pricedFigures.figures(period, priced, cells, { resolution, asker: ASKER })) {
            rows.push({ ...row, average_price: row.average_price?.toPrecision(12) })
          }
        }
      })
    }
    return { revisions: [...figures.revisions()], periods }
  } finally {
    figures.close()
    pricedFigures.close()
  }
}
