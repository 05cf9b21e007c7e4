import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type Cell, isResolution, type Resolution } from '../../domain/cell.ts'
import { LEVELS, type Level } from '../../domain/place.ts'
import { createFileFaults, type FaultLog } from '../../server/storage/file-faults.ts'
import { namedStatements } from '../../server/storage/named-statements.ts'
import { indexNames, type NameIndex } from '../names/name-index.ts'
import { jsonIds, openReadOnly, type SqliteDatabase } from '../storage/sqlite.ts'
import type { CellId } from './cell-id.ts'
import placesOfCellsSql from './place-of-cells.sql?raw'
import statementsSql from './place-statements.sql?raw'
import { growTree, type PlaceTree } from './place-tree.ts'
import { storedCellsOf } from './stored-cells.ts'

const STATEMENTS = namedStatements('places/place-statements.sql', statementsSql, ['allPlaces', 'storedResolutions'])

/** The named places at the last check of the file. */
export interface PlaceBook {
  /** Changes when the places do. */
  readonly version: string
  /** Path of places.sqlite; null when there is none. */
  readonly file: string | null
  readonly tree: PlaceTree
  /** Zones by name; `zones[entry]` is the id of an entry. */
  readonly names: NameIndex
  readonly zones: readonly string[]
  /** Resolutions at which places of each level are stored. */
  readonly storedAt: ReadonlyMap<Level, readonly Resolution[]>
  /**
   * A place's stored cells, ascending; a country has those of the places beneath it. Read in turns, because a large one
   * has millions.
   */
  cellsOf(geoId: string): Promise<readonly Cell[]>
  /** The places that have each of these cells stored, by position in the list. */
  holdersOf(cells: readonly CellId[]): { position: number; geo_id: string }[]
}

/** Provides the current place book, reopened when the file has changed. */
export interface PlaceStore {
  current(): PlaceBook
  /** True while the file cannot be read, so that the places are those from before. */
  isDegraded(): boolean
  close(): void
}

const placeRow = z.object({
  geo_id: z.string(),
  parent: z.string().nullable(),
  name: z.string(),
  level: z.enum(LEVELS),
  country: z.string(),
  h3_res: z.int().nullable(),
  population: z.number(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  source: z.string(),
})

// How often the file is checked, at most. Places change rarely.
const LOOK_EVERY_MS = 1_000

const ROWS_OF = {
  places: z.array(placeRow),
  storedAt: z.array(z.object({ level: z.enum(LEVELS), h3_res: z.int() })),
}

/**
 * Reads DATA_DIR/service/places.sqlite; the book is empty when the file does not exist. When it cannot be read any more,
 * which is logged once, the places stay as they were. Throws with the file's name when it cannot be read at first.
 */
export function openPlaceStore(dataDir: string, log: FaultLog | null = null): PlaceStore {
  const file = join(dataDir, 'service', 'places.sqlite')
  const faults = createFileFaults(log)
  let open = openNamed(file)
  // The previous book stays open, because a running request may still read it.
  let previous: OpenBook | null = null
  let lookedAt = performance.now()
  return {
    current() {
      if (performance.now() - lookedAt < LOOK_EVERY_MS) return open.book
      lookedAt = performance.now()
      try {
        if (versionOf(file, open.database) !== open.book.version) {
          const opened = openBook(file)
          previous?.database?.close()
          previous = open
          open = opened
        }
        faults.end(file)
      } catch (error) {
        faults.begin(file, error)
      }
      return open.book
    },
    isDegraded: () => faults.files().length > 0,
    close() {
      previous?.database?.close()
      open.database?.close()
    },
  }
}

function openNamed(file: string): OpenBook {
  try {
    return openBook(file)
  } catch (error) {
    throw new Error(`the places in ${file} cannot be read: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    })
  }
}

interface OpenBook {
  readonly book: PlaceBook
  readonly database: SqliteDatabase | null
}

/** A text that changes when the file is replaced or another connection commits to it. */
function versionOf(file: string, database: SqliteDatabase | null): string {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat) return 'none'
  const dataVersion = database?.prepare('PRAGMA data_version').raw().get([])
  return [stat.ino, stat.mtimeMs, stat.size, dataVersion].join('-')
}

function openBook(file: string): OpenBook {
  const database = existsSync(file) ? openReadOnly(file) : null
  const version = versionOf(file, database)
  const rows = (sql: string, parameters: Record<string, unknown>) => database?.prepare(sql).all(parameters) ?? []
  const holders = database?.prepare<Record<string, unknown>>(placesOfCellsSql).raw()
  const places = ROWS_OF.places.parse(rows(STATEMENTS.allPlaces, {}))
  const zones = places.filter(({ level }) => level !== 'country')
  const tree = growTree(places)
  const storedCells = database && storedCellsOf(database, tree)

  return {
    database,
    book: {
      version,
      file: database ? file : null,
      tree,
      zones: zones.map(({ geo_id }) => geo_id),
      names: indexNames(
        zones.map(({ name }) => name),
        (entry) => (zones[entry] ? tree.peopleIn(zones[entry]) : 0),
      ),
      storedAt: groupStored(ROWS_OF.storedAt.parse(rows(STATEMENTS.storedResolutions, {}))),
      cellsOf: async (geoId) => storedCells?.(geoId) ?? [],
      holdersOf(wanted) {
        // Not checked: that would cost more than reading these thousands of rows.
        const found = (holders?.all({ cells: jsonIds(wanted) }) ?? []) as [position: number, geoId: string][]
        return found.map(([position, geo_id]) => ({ position, geo_id }))
      },
    },
  }
}

function groupStored(rows: readonly { level: Level; h3_res: number }[]): ReadonlyMap<Level, readonly Resolution[]> {
  const storedAt = new Map<Level, Resolution[]>()
  for (const { level, h3_res } of rows) {
    if (isResolution(h3_res)) storedAt.set(level, [...(storedAt.get(level) ?? []), h3_res])
  }
  return storedAt
}
