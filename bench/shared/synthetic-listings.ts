import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { BIGINT } from '@duckdb/node-api'
import { cellToChildren, gridDisk, latLngToCell } from 'h3-js'
import { type Cell, cellToBigInt, trustCell } from '../../src/domain/cell.ts'
import { type AsOf, addMonths } from '../../src/domain/period.ts'
import { publishListingFile, temporaryListingFile } from '../../src/service/listings/listing-store.ts'
import { openDuckSession } from '../../src/service/storage/duck-session.ts'
import syntheticSql from './synthetic-listings.sql?raw'

/** Name of the file with the listings. */
export const SYNTHETIC = 'synthetic'

const FIRST_TOWN = latLngToCell(41.4, 2.2, 3)

/** The cells of each town, densest first: all 16,807 of resolution 8 under one cell of resolution 3. */
export function townCells(towns: number): Cell[][] {
  let rings = 0
  while (1 + 3 * rings * (rings + 1) < towns) rings++
  const parents = gridDisk(FIRST_TOWN, rings).slice(0, towns)
  return parents.map((parent) => cellToChildren(parent, 8).map(trustCell))
}

/** Publishes one file of listings in DATA_DIR, always the same, for the complete months before a label. */
export async function writeSyntheticListings(
  dataDir: string,
  { listings, months, towns, asOf }: { listings: number; months: number; towns: number; asOf: AsOf },
): Promise<void> {
  const spillDir = join(dataDir, 'spill')
  const session = await openDuckSession({ spillDir, memoryLimit: '2GB' })
  const temporary = temporaryListingFile(dataDir, SYNTHETIC)
  try {
    await session.run('CREATE TABLE cell_rank (rank BIGINT NOT NULL, cell BIGINT NOT NULL)')
    const ranks = await session.append('cell_rank', [BIGINT, BIGINT])
    const cells = townCells(towns)
    for (const rank of cells[0]?.keys() ?? []) {
      for (const town of cells) {
        const cell = town[rank]
        // Towns with a pentagon have fewer cells.
        if (cell) ranks.add([BigInt(ranks.count), cellToBigInt(cell)])
      }
    }
    ranks.close()
    const days = (Date.parse(asOf) - Date.parse(addMonths(asOf, -months))) / 86_400_000
    for (const [name, value] of Object.entries({ listings, days, cells: ranks.count })) {
      await session.run(`SET VARIABLE ${name} = $value::BIGINT`, { value })
    }
    await session.run(`SET VARIABLE as_of = DATE '${asOf}'`)
    await session.run('SET VARIABLE out = $temporary', { temporary })
    await session.run(syntheticSql)
    publishListingFile(dataDir, temporary, SYNTHETIC)
  } finally {
    session.close()
    rmSync(temporary, { force: true })
  }
}
