import { z } from 'zod'
import { createFileFaults, type FaultLog, readWatched } from '../../server/file-faults.ts'
import type { FigureStore } from '../figures/figure-store.ts'
import { openEmptyFigures } from '../figures/figures-writer.ts'
import type { HeldCellStore } from '../figures/held-cells.ts'
import { openReadOnly } from '../storage/sqlite.ts'
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
  of(book: PlaceBook, geoId: string): Signals
  close(): void
}

interface Judge {
  readonly version: string
  readonly asked: Map<string, { listings: boolean; figures: boolean }>
  readonly judge: (geoId: string) => { listings: boolean; figures: boolean }
  close(): void
}

const NOTHING: Signals = { prices_available: false, current_period: null }
const flag = z.int().transform((value) => value === 1)
const signalsRow = z.object({ listings: flag, figures: flag })

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
    open?.close()
    open = null
    open = openJudge(files, version)
    return open
  }
  return {
    of(book, geoId) {
      const cells = heldCells.current()
      if (cells === null || book.file === null) return NOTHING
      const period = figures.newest()
      const version = `${period?.version} ${cells.version} ${book.version}`
      const files = { figures: period?.figuresFile ?? null, places: book.file, cells: cells.file }
      // SQLite does not say which of them cannot be read.
      const held = readWatched(faults, Object.values(files).filter(Boolean).join(' or '), () => {
        const { asked, judge } = judgeOf(files, version)
        return asked.get(geoId) ?? judge(geoId)
      })
      open?.asked.set(geoId, held)
      const served = figures.served()?.as_of ?? null
      return { prices_available: held.listings, current_period: held.listings && held.figures ? served : null }
    },
    close: () => open?.close(),
  }
}

/** Paths of the files that the signals are read from. */
interface Files {
  readonly figures: string | null
  readonly places: string
  readonly cells: string
}

function openJudge(files: Files, version: string): Judge {
  const database = files.figures === null ? openEmptyFigures() : openReadOnly(files.figures)
  database.prepare('ATTACH DATABASE :file AS places').run({ file: files.places })
  database.prepare('ATTACH DATABASE :file AS held_cells').run({ file: files.cells })
  const statement = database.prepare<Record<string, unknown>>(signalsSql)
  return {
    version,
    asked: new Map(),
    judge: (geo_id) => signalsRow.parse(statement.get({ geo_id })),
    close: () => void database.close(),
  }
}
