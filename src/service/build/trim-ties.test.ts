import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { latLngToCell } from 'h3-js'
import { expect, test } from 'vitest'
import { trustCell } from '../../domain/cell.ts'
import { asOfAt } from '../../domain/period.ts'
import cellMacrosSql from '../listings/cell-macros.sql?raw'
import { openListingWriter } from '../listings/listing-store.ts'
import { openDuckSession } from '../storage/duck-session.ts'
import { DEFAULT_MIN_LISTINGS } from './build-periods.ts'
import { makeFigures } from './computing/make-figures.ts'
import tablesSql from './tables.sql?raw'

const CELL = trustCell(latLngToCell(48.85, 2.35, 8))
const NOWHERE = { region: null, province: null, city: null, macrozone: null, microzone: null }
const FLAT = { source: 'test', country: 'fr', ad_sub_type: 'buy', property_type: 'apartment', rooms: 2 } as const
/** Square metres of a square foot. */
const SQFT = 0.09290304

/** How many of the listings remain in the three-month window at a rate. */
async function keptAt(dataDir: string, file: string, usd: number): Promise<number[]> {
  const session = await openDuckSession({ spillDir: join(dataDir, 'spill'), memoryLimit: '1GB' })
  try {
    await session.run(cellMacrosSql)
    await session.run(tablesSql)
    const rates = { fx_date: '2026-10-31', fx_dates: { EUR: '2026-10-31' }, usd_per_unit: { EUR: usd } }
    const method = { trimPct: 0.4, minListings: DEFAULT_MIN_LISTINGS }
    await makeFigures(session, {
      asOf: asOfAt(new Date('2026-11-01')),
      files: [file],
      rates,
      method,
      listingsAtOnce: 1_000,
    })
    const rows = await session.rows<{ area: number }>('SELECT area FROM trimmed WHERE kept_3m ORDER BY area')
    return rows.map(({ area }) => area)
  } finally {
    session.close()
  }
}

test('listings with the same price per m² as a bound are all kept, at every rate', async () => {
  const unit = fc.constantFrom(0.01, 0.1, 0.5, 1, SQFT)
  const quotient = fc.tuple(fc.integer({ min: 1, max: 9_999_99 }), fc.integer({ min: 1, max: 3000 }), unit)
  await fc.assert(
    fc.asyncProperty(
      quotient,
      fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { minLength: 6, maxLength: 13 }),
      fc.double({ min: 0.0001, max: 3, noNaN: true }),
      async ([cents, units, size], multiples, rate) => {
        const dataDir = mkdtempSync(join(tmpdir(), 'ties-'))
        try {
          const writer = await openListingWriter(dataDir, 'a')
          const add = (price: number, area: number) =>
            writer.add({
              ...FLAT,
              key: `${price} ${area}`,
              price,
              currency: 'EUR',
              area,
              lat: 48.85,
              lng: 2.35,
              listed_on: '2026-10-15',
              cell: CELL,
              ...NOWHERE,
            })
          // As they would be read from a file: each number is the nearest to its decimals.
          const tied = multiples.map((times) => Number((units * times * size).toFixed(8)))
          for (const [i, times] of multiples.entries()) add(Number(((cents * times) / 100).toFixed(2)), tied[i] ?? 0)
          // A cheaper and a dearer one, so that both bounds of the trim fall among the ties.
          add(cents / 100, Number((units * size * 2).toFixed(8)) + 0.5)
          add((cents * 2) / 100, Number((units * size).toFixed(8)))
          const { file } = await writer.publish()
          const kept = [await keptAt(dataDir, file, 1), await keptAt(dataDir, file, rate)]
          for (const areas of kept) expect(areas).toEqual(tied.toSorted((a, b) => a - b))
        } finally {
          rmSync(dataDir, { recursive: true, force: true })
        }
      },
    ),
    { numRuns: 5 },
  )
}, 60_000)
