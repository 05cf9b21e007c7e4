import { join } from 'node:path'
import { cellToChildren } from 'h3-js'
import Database from 'libsql'
import type { Selection } from './service-answers.ts'

/** What the proxy holds of an edition: which cells, not their figures. */
export interface HeldPieces {
  /** The cells of each whole tile, in the order in which the tiles were bought. */
  readonly tiles: readonly (readonly string[])[]
  /** Cells of tiles that are not whole. */
  readonly parts: readonly string[]
}

/** Resolutions between a tile's parent and its cells. */
const DEPTH = 3

/** Reads which cells the proxy's ledger has of figures in US dollars. */
export function readHeldPieces(dataDir: string, as_of: string, { lens, resolution }: Selection): HeldPieces {
  const ledger = new Database(join(dataDir, 'proxy', 'ledger.sqlite'), { readonly: true })
  try {
    const ofEdition = [as_of, lens, resolution] as const
    const where = 'WHERE as_of = ? AND lens = ? AND resolution = ?'
    const tiles = ledger.prepare(`SELECT parent FROM tile ${where} ORDER BY rowid`).all(...ofEdition)
    const parts = ledger
      .prepare(`SELECT parent, first, json_array_length(figures) AS count FROM part ${where}`)
      .all(...ofEdition)
    return {
      tiles: (tiles as { parent: string }[]).map(({ parent }) => cellsOf(parent)),
      parts: (parts as { parent: string; first: number; count: number }[]).flatMap(({ parent, first, count }) =>
        cellsOf(parent).slice(first, first + count),
      ),
    }
  } finally {
    ledger.close()
  }
}

function cellsOf(parent: string): string[] {
  return cellToChildren(parent, Number.parseInt(parent[1] ?? '', 16) + DEPTH)
}
