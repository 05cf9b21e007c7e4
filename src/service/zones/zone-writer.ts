import { join } from 'node:path'
import { z } from 'zod'
import { type Cell, cellToBigInt, isResolution, type Resolution } from '../../domain/cell.ts'
import { type Level, ZONE_LEVELS, type ZoneLevel } from '../../domain/place.ts'
import { makeFolder } from '../../server/storage/make-folder.ts'
import { namedStatements } from '../../server/storage/named-statements.ts'
import type { CellId } from '../places/cell-id.ts'
import { PLACE_TABLES } from '../places/place-tables.ts'
import { openForWriting, type SqliteDatabase } from '../storage/sqlite.ts'
import putZoneSql from './zone-put.sql?raw'
import statementsSql from './zone-statements.sql?raw'

const STATEMENTS = namedStatements('zones/zone-statements.sql', statementsSql, [
  'place',
  'allZones',
  'zoneCells',
  'zonesOfName',
  'putCountry',
  'insertZone',
  'addCells',
  'dropCells',
  'adoptChildren',
  'dropZone',
  'dropSourceCells',
  'dropSource',
])

/** A place as written from a zone. */
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

/** An existing place. */
export interface HeldZone {
  readonly geo_id: string
  readonly level: ZoneLevel
  readonly country: string
  readonly name: string
  readonly source: string
  readonly h3_res: Resolution
  readonly lat: number | null
  readonly lng: number | null
}

/** Writes places in one transaction. */
export interface ZoneWriter {
  place(geo_id: string): { level: Level; country: string } | null
  /** All places except countries. */
  zones(): HeldZone[]
  /** A place's stored cells, ascending. */
  cellsOf(geo_id: string): CellId[]
  zonesOfName(country: string, level: ZoneLevel, name: string): ZoneRow[]
  /** Adds the country unless it exists. */
  putCountry(country: string, source: string): void
  /** Adds or updates a place. */
  putZone(row: ZoneRow): void
  /** Adds a new place with its cells. */
  insertZone(row: ZoneRow & { population: number }, cells: Iterable<CellId>): void
  /** Removes all cells of a place. */
  dropCells(geo_id: string): void
  addCells(geo_id: string, cells: Iterable<Cell>): void
  /** Removes a place and moves its children to another. */
  replaceZone(geo_id: string, by: string): void
  /** Removes all places of a source, except countries. */
  dropSource(source: string): void
}

const heldZones = z.array(
  z.object({
    geo_id: z.string(),
    level: z.enum(ZONE_LEVELS),
    country: z.string(),
    name: z.string(),
    source: z.string(),
    h3_res: z.custom<Resolution>((value) => typeof value === 'number' && isResolution(value)),
    lat: z.number().nullable(),
    lng: z.number().nullable(),
  }),
)
const cellsRow = z.object({ cells: z.string().nullable() })

/** Runs `write` on places.sqlite, created if needed, in one transaction; rolls back when it throws. */
export function writeZones<Result>(dataDir: string, write: (writer: ZoneWriter) => Result): Result {
  makeFolder(join(dataDir, 'service'))
  const database = openForWriting(join(dataDir, 'service', 'places.sqlite'), PLACE_TABLES, {
    durable: true,
    busyMs: 10_000,
  })
  try {
    const writer = prepareWriter(database)
    return database.transaction(() => write(writer))()
  } finally {
    database.close()
  }
}

function prepareWriter(database: SqliteDatabase): ZoneWriter {
  const place = database.prepare(STATEMENTS.place)
  const zoneCells = database.prepare(STATEMENTS.zoneCells)
  const zonesOfName = database.prepare(STATEMENTS.zonesOfName)
  const putCountry = database.prepare(STATEMENTS.putCountry)
  const putZone = database.prepare(putZoneSql)
  const insertZone = database.prepare(STATEMENTS.insertZone)
  const dropCells = database.prepare(STATEMENTS.dropCells)
  const dropZone = database.prepare(STATEMENTS.dropZone)
  const addCells = database.prepare(STATEMENTS.addCells)
  const adoptChildren = database.prepare(STATEMENTS.adoptChildren)
  const countryNames = new Intl.DisplayNames('en', { type: 'region' })
  const addIds = (geo_id: string, ids: Iterable<CellId>) => void addCells.run([geo_id, `[${[...ids].join()}]`])
  return {
    place: (geo_id) => (place.get([geo_id]) ?? null) as { level: Level; country: string } | null,
    zones: () => heldZones.parse(database.prepare(STATEMENTS.allZones).all([])),
    cellsOf(geo_id) {
      const { cells } = cellsRow.parse(zoneCells.get([geo_id]))
      return cells === null ? [] : cells.split(',').map(BigInt)
    },
    zonesOfName: (country, level, name) => zonesOfName.all([country, level, name]) as ZoneRow[],
    putCountry: (country, source) => {
      putCountry.run([country, countryNames.of(country.toUpperCase()) ?? country, source])
    },
    putZone: ({ geo_id, parent, name, level, country, h3_res, lat, lng, source }) => {
      putZone.run([geo_id, parent, name, level, country, h3_res, lat, lng, source])
    },
    insertZone({ geo_id, parent, name, level, country, h3_res, population, lat, lng, source }, cells) {
      insertZone.run([geo_id, parent, name, level, country, h3_res, population, lat, lng, source])
      addIds(geo_id, cells)
    },
    dropCells: (geo_id) => {
      dropCells.run([geo_id])
    },
    addCells: (geo_id, cells) => addIds(geo_id, Array.from(cells, cellToBigInt)),
    replaceZone(geo_id, by) {
      adoptChildren.run([geo_id, by])
      dropCells.run([geo_id])
      dropZone.run([geo_id])
    },
    dropSource(source) {
      database.prepare(STATEMENTS.dropSourceCells).run([source])
      database.prepare(STATEMENTS.dropSource).run([source])
    },
  }
}
