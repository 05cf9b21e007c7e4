import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { latLngToCell } from 'h3-js'
import { type Cell, cellParent, trustCell } from '../../src/domain/cell.ts'
import { cellsAround } from '../../src/domain/distance.ts'
import { lensKey } from '../../src/domain/lens.ts'
import { parseAsOf } from '../../src/domain/period.ts'
import { CELLS_PER_TILE, tileCells } from '../../src/domain/tile.ts'
import { ledgerFile } from '../../src/proxy/ledger/opening/ledger-file.ts'
import { openSqliteLedger } from '../../src/proxy/ledger/sqlite/sqlite-ledger.ts'
import { ledgerName } from '../../src/proxy/routes/held-caching.ts'

const AS_OF = parseAsOf('2026-11-01') ?? raise('expected the period to be the first day of a month')
const RESOLUTION = 8
const TILES_PER_COMMIT = 100

/** Fills a ledger with tiles of one edition, a figure in every cell, as if bought. Returns their paths. */
export async function fillLedger(dataDir: string, serviceBaseUrl: string, count: number): Promise<string[]> {
  const ledger = openSqliteLedger(join(dataDir, 'proxy', ledgerFile({ serviceBaseUrl })))
  const name = { as_of: AS_OF, lens: lensKey({}), resolution: RESOLUTION } as const
  const parents = heldParents(count)
  for (let i = 0; i < count; i += TILES_PER_COMMIT) {
    const slices = parents
      .slice(i, i + TILES_PER_COMMIT)
      .map((parent) => ({ parent, first: 0, figures: tileFigures(parent) }))
    const rows = slices.length * CELLS_PER_TILE
    await ledger.commit({ id: randomUUID(), name, edition: edition(name), slices, at: new Date(), rows })
  }
  const generation = await ledger.generation()
  await ledger.close()
  return parents.map((parent) => `/api/tiles/${AS_OF}/default/${RESOLUTION}/${parent}?ledger=${ledgerName(generation)}`)
}

/** Adds parts that lack one cell, of another edition, as if bought as areas. Returns the path of what is held of them. */
export async function fillParts(dataDir: string, serviceBaseUrl: string, count: number): Promise<string> {
  const ledger = openSqliteLedger(join(dataDir, 'proxy', ledgerFile({ serviceBaseUrl })))
  const name = { as_of: AS_OF, lens: lensKey({ ad_sub_type: 'rent' }), resolution: RESOLUTION } as const
  const parents = heldParents(count)
  const slices = parents.map((parent) => ({ parent, first: 0, figures: tileFigures(parent).slice(1) }))
  const rows = slices.length * (CELLS_PER_TILE - 1)
  await ledger.commit({ id: randomUUID(), name, edition: edition(name), slices, at: new Date(), rows })
  await ledger.close()
  const parts = new URLSearchParams({ parents: parents.join() })
  return `/api/parts/${AS_OF}/${encodeURIComponent(name.lens)}/${RESOLUTION}?${parts}`
}

/** Returns parents around Paris, nearest first. */
function heldParents(count: number): Cell[] {
  const rings = Math.ceil(Math.sqrt(count / 3)) + 1
  return cellsAround(trustCell(latLngToCell(48.86, 2.34, RESOLUTION - 3)), rings).slice(0, count)
}

function tileFigures(parent: Cell) {
  const district = cellParent(parent, RESOLUTION - 4)
  return tileCells(parent).map((cell, index) => ({
    cell,
    estimated: index % 6 === 0,
    median_price: 238_000 + ((index * 7_919) % 612_000) + ((index * 37) % 100) / 100,
    median_price_per_sqm: 3_140 + ((index * 104_729) % 9_800) + ((index * 53) % 1_000) / 1_000,
    median_area: 32 + ((index * 31) % 900) / 10,
    name: `Quartier ${district} ${index % 20}`,
  }))
}

function edition({ as_of, lens, resolution }: { as_of: string; lens: string; resolution: number }) {
  const snapshot = {
    as_of,
    built: 'monthly',
    max_as_of_age_days: 34,
    window_months: 3,
    outlier_trim_pct: 0.01,
    min_listings_by_res: { '8': 5 },
  }
  const window = { window_start: '2026-08-01', window_end: '2026-10-31', fx_date: '2026-10-31' }
  return { as_of, lens, resolution, currency: 'USD', size_unit: 'sqm', ...window, snapshot }
}

function raise(message: string): never {
  throw new Error(message)
}
