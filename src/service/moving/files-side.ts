import { existsSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { BIGINT, BOOLEAN, DOUBLE, type DuckDBType, INTEGER, TINYINT, VARCHAR } from '@duckdb/node-api'
import { makeFolder } from '../../server/storage/make-folder.ts'
import { namedStatements } from '../../server/storage/named-statements.ts'
import { type Columns, openFiguresWriter, openHeldCellsWriter } from '../figures/figures-writer.ts'
import { heldCellsFile, heldCellsFingerprint } from '../figures/held-cells.ts'
import {
  FACTS_FILE,
  FIGURES_FILE,
  isWithdrawn,
  newestRevisions,
  periodFingerprint,
  periodsDir,
  publishPeriod,
  withdrawPeriod,
} from '../periods/period-folders.ts'
import { type DuckSession, openDuckSession } from '../storage/duck-session.ts'
import { clearLeftovers, temporaryName } from '../storage/leftovers.ts'
import { literalPath } from '../storage/literal-path.ts'
import { openReadOnly } from '../storage/sqlite.ts'
import { syncFile } from '../storage/sync-file.ts'
import filesSql from './files-statements.sql?raw'
import type { Draft, Held, MovableFigures, Revision } from './movable-figures.ts'

const STATEMENTS = namedStatements('moving/files-statements.sql', filesSql, [
  'meta',
  'figures',
  'listingCells',
  'figureTable',
  'listingCellTable',
  'writeFigures',
  'writeListingCells',
  'writeFacts',
  'lenses',
  'figuresByLens',
  'receivedCells',
  'receiveFacts',
])

const FIGURE: readonly DuckDBType[] = [
  ...[VARCHAR, VARCHAR, TINYINT, BIGINT, BOOLEAN, INTEGER],
  ...[DOUBLE, DOUBLE, DOUBLE, DOUBLE],
]
const LISTING_CELL: readonly DuckDBType[] = [BIGINT, VARCHAR]

/** Figures in files of a DATA_DIR; removes what a move or build that was killed left there. Call it only under `workAlone`. */
export function filesSide(dataDir: string): MovableFigures {
  const dir = periodsDir(dataDir)
  for (const folder of [join(dataDir, 'service'), dir]) clearLeftovers(folder)
  const folderOf = (as_of: string) => {
    const found = newestRevisions(dir).find((period) => period.as_of === as_of)
    if (!found) throw new Error(`Expected a period ${as_of} in ${dir}, found none.`)
    return found.dir
  }
  const heldFile = heldCellsFile(dataDir)
  return {
    name: resolve(dataDir),
    revisions: async () =>
      newestRevisions(dir).map(({ as_of, revision, dir: folder }) => {
        const withdrawn = isWithdrawn(folder)
        const meta = withdrawn ? {} : readMeta(join(folder, FIGURES_FILE))
        return { as_of, revision, withdrawn, meta, fingerprint: periodFingerprint(folder) }
      }),
    async held() {
      const fingerprint = heldCellsFingerprint(dataDir)
      return fingerprint === null ? null : { fingerprint }
    },
    read: (label, folder) => (label === 'held' ? readHeldFile(heldFile, folder) : readPeriod(folderOf(label), folder)),
    async receive(revision, folder) {
      const made = join(dir, temporaryName(revision.as_of))
      rmSync(made, { recursive: true, force: true })
      makeFolder(made)
      await writePeriod(made, revision, folder)
      return {
        read: (target) => readPeriod(made, target),
        publish: async () => publishPeriod(dir, revision.as_of, made, revision),
        discard: async () => rmSync(made, { recursive: true, force: true }),
      } satisfies Draft
    },
    async receiveHeld({ fingerprint }: Held, folder) {
      const draft = temporaryName(heldFile)
      rmSync(draft, { force: true })
      makeFolder(dir)
      const writer = openHeldCellsWriter(draft)
      writer.meta({ fingerprint })
      await inSession(folder, async (session) => {
        for await (const chunk of session.chunks(STATEMENTS.receivedCells, inFolder(folder, 'listing_cell'))) {
          writer.listingCell(chunk.getColumns() as Columns)
        }
      })
      writer.finish()
      return {
        read: (target) => readHeldFile(draft, target),
        publish: async () => renameSync(draft, heldFile),
        discard: async () => rmSync(draft, { force: true }),
      }
    },
    withdraw: async ({ as_of, revision }) => withdrawPeriod(dir, as_of, revision),
    close: async () => {},
  }
}

function readMeta(file: string): Record<string, unknown> {
  const database = openReadOnly(file)
  try {
    const rows = database.prepare(STATEMENTS.meta).all([]) as { key: string; value: string }[]
    return Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value)]))
  } finally {
    database.close()
  }
}

async function readPeriod(from: string, folder: string): Promise<void> {
  await inSession(folder, async (session) => {
    await session.run(STATEMENTS.figureTable)
    await copyRows(session, join(from, FIGURES_FILE), { sql: STATEMENTS.figures, table: 'figure', types: FIGURE })
    await session.run(STATEMENTS.writeFigures, { file: join(folder, 'figure.parquet') })
    await readListingCells(session, join(from, FIGURES_FILE), folder)
    // A path cannot be bound in ATTACH.
    await session.run(`ATTACH '${quoted(join(from, FACTS_FILE))}' AS facts (READ_ONLY)`)
    await session.run(STATEMENTS.writeFacts, { file: join(folder, 'fact.parquet') })
    await session.run('DETACH facts')
  })
}

function readHeldFile(file: string, folder: string): Promise<void> {
  return inSession(folder, (session) => readListingCells(session, file, folder))
}

async function readListingCells(session: DuckSession, file: string, folder: string): Promise<void> {
  await session.run(STATEMENTS.listingCellTable)
  await copyRows(session, file, { sql: STATEMENTS.listingCells, table: 'listing_cell', types: LISTING_CELL })
  await session.run(STATEMENTS.writeListingCells, { file: join(folder, 'listing_cell.parquet') })
}

type Stored = string | number | null

/** Copies rows of an SQLite file into a table of the session. Cells are texts there, because numbers are too small. */
async function copyRows(
  session: DuckSession,
  file: string,
  { sql, table, types }: { sql: string; table: string; types: readonly DuckDBType[] },
): Promise<void> {
  if (!existsSync(file)) throw new Error(`Expected a file ${file}, found none.`)
  const database = openReadOnly(file)
  const rows = await session.append(table, types)
  try {
    for (const row of database.prepare(sql).raw().iterate([]) as IterableIterator<Stored[]>) {
      rows.add(row.map((value, i) => storedValue(value, types[i])))
    }
  } finally {
    rows.close()
    database.close()
  }
}

function storedValue(value: Stored, type: DuckDBType | undefined) {
  if (value === null) return null
  if (type === BIGINT) return BigInt(value)
  return type === BOOLEAN ? value !== 0 : value
}

async function writePeriod(made: string, { meta }: Revision, folder: string): Promise<void> {
  const writer = openFiguresWriter(join(made, FIGURES_FILE))
  writer.meta(meta)
  await inSession(folder, async (session) => {
    await session.run(STATEMENTS.lenses, inFolder(folder, 'figure'))
    for await (const chunk of session.chunks(
      'SELECT lens, ad_sub_type, property_type, rooms FROM lens ORDER BY lens',
    )) {
      writer.lens(chunk.getColumns() as Columns)
    }
    for await (const chunk of session.chunks(STATEMENTS.figuresByLens, inFolder(folder, 'figure'))) {
      writer.figure(chunk.getColumns() as Columns)
    }
    for await (const chunk of session.chunks(STATEMENTS.receivedCells, inFolder(folder, 'listing_cell'))) {
      writer.listingCell(chunk.getColumns() as Columns)
    }
    writer.finish()
    const facts = join(made, FACTS_FILE)
    await session.run(`ATTACH '${quoted(facts)}' AS facts (ROW_GROUP_SIZE 10240)`)
    await session.run(STATEMENTS.receiveFacts, inFolder(folder, 'fact'))
    await session.run('DETACH facts')
    syncFile(facts)
  })
}

function inFolder(folder: string, table: string): { file: string } {
  return { file: literalPath(join(folder, `${table}.parquet`)) }
}

function quoted(path: string): string {
  return path.replaceAll("'", "''")
}

async function inSession<T>(folder: string, use: (session: DuckSession) => Promise<T>): Promise<T> {
  const session = await openDuckSession({ spillDir: join(folder, 'spill'), memoryLimit: '4GB' })
  try {
    return await use(session)
  } finally {
    session.close()
  }
}
