import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { cellToChildren } from 'h3-js'
import Database from 'libsql'
import type { Selection } from './service-answers.ts'

/** Resolutions between a tile's parent and its cells. */
const DEPTH = 3

/** Notes which cells the ledger gets, and in which order: it forgets that once the parts of a tile are together. */
const RECORDING = `
CREATE TABLE walk_holding (
  id INTEGER PRIMARY KEY, as_of TEXT, lens TEXT, resolution INTEGER, parent TEXT, first INTEGER, count INTEGER
);
CREATE TRIGGER walk_tile AFTER INSERT ON tile BEGIN
  INSERT INTO walk_holding (as_of, lens, resolution, parent, first, count)
  VALUES (NEW.as_of, NEW.lens, NEW.resolution, NEW.parent, 0, NULL);
END;
CREATE TRIGGER walk_part AFTER INSERT ON part BEGIN
  INSERT INTO walk_holding (as_of, lens, resolution, parent, first, count)
  VALUES (NEW.as_of, NEW.lens, NEW.resolution, NEW.parent, NEW.first, json_array_length(NEW.figures));
END;
CREATE TRIGGER walk_longer_part AFTER UPDATE ON part BEGIN
  INSERT INTO walk_holding (as_of, lens, resolution, parent, first, count)
  VALUES (NEW.as_of, NEW.lens, NEW.resolution, NEW.parent, NEW.first, json_array_length(NEW.figures));
END;
`

interface Holding {
  readonly parent: string
  /** Index of the first cell in the tile. */
  readonly first: number
  /** Null for all cells of the tile. */
  readonly count: number | null
}

/** Has the ledger of a proxy that has just started note what it gets. */
export function recordHoldings(dataDir: string): void {
  const ledger = openLedger(dataDir)
  try {
    ledger.exec(RECORDING)
  } finally {
    ledger.close()
  }
}

/** Returns the cells whose figures in US dollars the proxy got, not the figures: one list for each piece, in their order. */
export function readHoldings(dataDir: string, as_of: string, { lens, resolution }: Selection): string[][] {
  const ledger = openLedger(dataDir)
  try {
    const rows = ledger
      .prepare(
        'SELECT parent, first, count FROM walk_holding WHERE as_of = ? AND lens = ? AND resolution = ? ORDER BY id',
      )
      .all(as_of, lens, resolution)
    return (rows as Holding[]).map(({ parent, first, count }) =>
      cellsOf(parent).slice(first, count === null ? undefined : first + count),
    )
  } finally {
    ledger.close()
  }
}

/** Opens the only ledger in a folder that was emptied before the proxy started. */
function openLedger(dataDir: string): Database.Database {
  const folder = join(dataDir, 'proxy')
  const file = readdirSync(folder).find((name) => name.endsWith('.sqlite'))
  if (file === undefined) throw new Error(`expected a ledger in ${folder}, found none`)
  return new Database(join(folder, file), { timeout: 10_000 })
}

function cellsOf(parent: string): string[] {
  return cellToChildren(parent, Number.parseInt(parent[1] ?? '', 16) + DEPTH)
}
