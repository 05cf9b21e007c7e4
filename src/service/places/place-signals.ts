import { z } from 'zod'
import { createFileFaults, type FaultLog, readWatched } from '../../server/storage/file-faults.ts'
import { inTurns } from '../../server/work/turns.ts'
import type { FigureStore } from '../figures/figure-store.ts'
import { openEmptyFigures } from '../figures/figures-writer.ts'
import type { HeldCellStore } from '../figures/held-cells.ts'
import { openReadOnly, readableName } from '../storage/sqlite.ts'
import holdersSql from './place-holders.sql?raw'
import signalsSql from './place-signals.sql?raw'
import type { PlaceBook } from './place-store.ts'

/** What the free endpoints report about a place's figures. */
export interface Signals {
  /** Whether the place has listings. */
  readonly prices_available: boolean
  /** Label of the served period if it has figures for the place, at any resolution; otherwise null. */
  readonly current_period: string | null
}

/** Finds signals on demand, once per period and version of the places. */
export interface PlaceSignals {
  /** Reads in turns, since a place can have hundreds of thousands of cells. */
  of(book: PlaceBook, geoId: string): Promise<Signals>
  close(): void
}

/** Whether a place has listings, and figures in the newest period. */
interface Held {
  readonly listings: boolean
  readonly figures: boolean
}

/** Looks at cells in one version of all files. */
interface Judge {
  readonly version: string
  /** The signals of places, known or being read. */
  readonly known: Map<string, Promise<Held>>
  /** The places that have the cells of a place: itself, or places beneath it. */
  holders(geoId: string): readonly string[]
  look(geoId: string, after: string): Look
  close(): void
}

/** What some cells of a place have; `last` is the last of them. */
type Look = z.output<typeof lookRow>

/** Cells looked at in one step, which takes some milliseconds. */
const STEP = 1_000
/** How many cells can be checked in the time that finding the next place takes. */
const CELLS_PER_HOLDER = 20

const NOTHING: Signals = { prices_available: false, current_period: null }
const flag = z.int().transform((value) => value === 1)
const lookRow = z.object({ cells: z.int(), last: z.string().nullable(), listings: flag, figures: flag })
const holderRows = z.array(z.object({ geo_id: z.string() }).transform(({ geo_id }) => geo_id))

/** Reads signals from all listings and the newest period; if that is too old to be served, only listings count. */
export function openPlaceSignals(
  figures: FigureStore,
  heldCells: HeldCellStore,
  log: FaultLog | null = null,
): PlaceSignals {
  const faults = createFileFaults(log)
  let open: Judge | null = null
  const judgeOf = (files: Files, version: string): Judge => {
    if (open?.version === version) return open
    if (open) retire(open)
    open = null
    open = openJudge(files, version)
    return open
  }
  const heldBy = (book: PlaceBook, geoId: string): Promise<Held> | null => {
    const cells = heldCells.current()
    if (cells === null || book.file === null) return null
    const period = figures.newest()
    const version = `${period?.version} ${cells.version} ${book.version}`
    const files = { figures: period?.figuresFile ?? null, places: book.file, cells: cells.file }
    // SQLite does not say which of them cannot be read.
    const watched = <T>(read: () => T) => readWatched(faults, Object.values(files).filter(Boolean).join(' or '), read)
    const judge = watched(() => judgeOf(files, version))
    const known = judge.known.get(geoId)
    if (known) return known
    const reading = inTurns(lookAtAll(judge, geoId, watched))
    judge.known.set(geoId, reading)
    reading.catch(() => judge.known.delete(geoId))
    return reading
  }
  return {
    async of(book, geoId) {
      const held = await heldBy(book, geoId)
      if (held === null) return NOTHING
      const served = figures.served()?.as_of ?? null
      return { prices_available: held.listings, current_period: held.listings && held.figures ? served : null }
    },
    close: () => open?.close(),
  }
}

/** Closes a judge once nobody uses it. */
function retire(judge: Judge): void {
  void Promise.allSettled(judge.known.values()).then(() => judge.close())
}

/** Looks at all cells of a place, in steps, until both signals are there. */
function* lookAtAll(judge: Judge, geoId: string, watched: <T>(read: () => T) => T): Generator<void, Held> {
  let [listings, figures] = [false, false]
  let looked = 0
  for (const holder of watched(() => judge.holders(geoId))) {
    for (let after: string | null = '0'; after !== null; ) {
      const look: Look = watched(() => judge.look(holder, after ?? '0'))
      listings ||= look.listings
      figures ||= look.figures
      if (listings && figures) return { listings, figures }
      after = look.cells < STEP ? null : look.last
      looked += look.cells + CELLS_PER_HOLDER
      if (looked < STEP) continue
      looked = 0
      yield
    }
  }
  return { listings, figures }
}

/** Paths of the files that the signals are read from. */
interface Files {
  readonly figures: string | null
  readonly places: string
  readonly cells: string
}

function openJudge(files: Files, version: string): Judge {
  const database = files.figures === null ? openEmptyFigures() : openReadOnly(files.figures)
  database.prepare('ATTACH DATABASE :file AS places').run({ file: readableName(files.places) })
  database.prepare('ATTACH DATABASE :file AS held_cells').run({ file: readableName(files.cells) })
  const holders = database.prepare<Record<string, unknown>>(holdersSql)
  const look = database.prepare<Record<string, unknown>>(signalsSql)
  return {
    version,
    known: new Map(),
    holders: (geo_id) => holderRows.parse(holders.all({ geo_id })),
    look: (geo_id, after) => lookRow.parse(look.get({ geo_id, after, most: STEP })),
    close: () => void database.close(),
  }
}
