import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Cell, cellToBigInt } from '../../domain/cell.ts'
import type { Level, ZoneLevel } from '../../domain/place.ts'
import placesSql from '../sql/places.sql?raw'
import addZoneCellsSql from '../sql/zone-add-cells.sql?raw'
import putZoneSql from '../sql/zone-put.sql?raw'
import putCountrySql from '../sql/zone-put-country.sql?raw'
import zonesOfNameSql from '../sql/zones-of-name.sql?raw'
import { openForWriting } from './sqlite.ts'

/** A place as zones see it. */
export interface ZoneRow {
  geo_id: string
  parent: string
  name: string
  level: ZoneLevel
  country: string
  h3_res: number
  lat: number
  lng: number
  source: string
}

/** Writes places; everything in one transaction. */
export interface ZoneWriter {
  place(geo_id: string): { level: Level; country: string } | null
  zonesOfName(country: string, level: ZoneLevel, name: string): ZoneRow[]
  /** Makes the country's row unless it is there. */
  putCountry(country: string, source: string): void
  /** Makes or changes a place. */
  putZone(row: ZoneRow): void
  /** Takes all cells from a place. */
  dropCells(geo_id: string): void
  addCells(geo_id: string, cells: Iterable<Cell>): void
}

/** Runs `write` on places.sqlite, made when absent, in one transaction; what it throws undoes it all. */
export function writeZones<Result>(dataDir: string, write: (writer: ZoneWriter) => Result): Result {
  mkdirSync(join(dataDir, 'service'), { recursive: true })
  const database = openForWriting(join(dataDir, 'service', 'places.sqlite'), { durable: true, busyMs: 10_000 })
  try {
    database.exec(placesSql)
    const place = database.prepare('SELECT level, country FROM place WHERE geo_id = ?')
    const zonesOfName = database.prepare(zonesOfNameSql)
    const putCountry = database.prepare(putCountrySql)
    const putZone = database.prepare(putZoneSql)
    const dropCells = database.prepare('DELETE FROM place_cell WHERE geo_id = ?')
    const addCells = database.prepare(addZoneCellsSql)
    const countryNames = new Intl.DisplayNames('en', { type: 'region' })
    return database.transaction(() =>
      write({
        place: (geo_id) => (place.get([geo_id]) ?? null) as { level: Level; country: string } | null,
        zonesOfName: (country, level, name) => zonesOfName.all([country, level, name]) as ZoneRow[],
        putCountry: (country, source) => {
          putCountry.run([country, countryNames.of(country.toUpperCase()) ?? country, source])
        },
        putZone: ({ geo_id, parent, name, level, country, h3_res, lat, lng, source }) => {
          putZone.run([geo_id, parent, name, level, country, h3_res, lat, lng, source])
        },
        dropCells: (geo_id) => {
          dropCells.run([geo_id])
        },
        addCells: (geo_id, cells) => {
          addCells.run([geo_id, `[${Array.from(cells, cellToBigInt).join()}]`])
        },
      }),
    )()
  } finally {
    database.close()
  }
}
