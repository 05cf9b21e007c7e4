import { dirname, join } from 'node:path'
import { cellToBigInt } from '../../domain/cell.ts'
import { makeFolder } from '../../server/storage/make-folder.ts'
import { namedStatements } from '../../server/storage/named-statements.ts'
import { PLACE_TABLES } from '../places/place-tables.ts'
import { openForWriting } from '../storage/sqlite.ts'
import type { PlaceRow } from './place-rows.ts'
import statementsSql from './place-statements.sql?raw'

const STATEMENTS = namedStatements('demo/place-statements.sql', statementsSql, [
  'deleteCells',
  'deletePlaces',
  'dropCellIndex',
  'insertPlace',
  'insertCells',
])

/** The `source` of the demonstration's listings and places. */
export const DEMO_SOURCE = 'demo'

/** The database of named places. */
export function placesFile(dataDir: string): string {
  return join(dataDir, 'service', 'places.sqlite')
}

/** Replaces the demonstration's places with these in one transaction; places of other sources stay. */
export function writePlaces(dataDir: string, rows: readonly PlaceRow[]): { places: number; cells: number } {
  const file = placesFile(dataDir)
  makeFolder(dirname(file))
  const database = openForWriting(file, PLACE_TABLES, { durable: false, busyMs: 10_000 })
  try {
    const insertPlace = database.prepare(STATEMENTS.insertPlace)
    const insertCells = database.prepare(STATEMENTS.insertCells)
    let cells = 0
    database.transaction(() => {
      database.prepare(STATEMENTS.deleteCells).run(DEMO_SOURCE)
      database.prepare(STATEMENTS.deletePlaces).run(DEMO_SOURCE)
      database.exec(STATEMENTS.dropCellIndex)
      for (const row of [...rows].sort((a, b) => (a.geo_id < b.geo_id ? -1 : 1))) {
        const { geo_id, parent, name, level, country, h3_res, population, lat, lng } = row
        insertPlace.run(geo_id, parent, name, level, country, h3_res, population, lat, lng, DEMO_SOURCE)
        const ids = [...row.cells].sort().map(cellToBigInt)
        if (ids.length > 0) insertCells.run(geo_id, `[${ids.join()}]`)
        cells += ids.length
      }
      // Recreates the index in one sort.
      database.exec(PLACE_TABLES.schema)
    })()
    return { places: rows.length, cells }
  } finally {
    database.close()
  }
}
