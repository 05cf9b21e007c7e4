import { rmSync, utimesSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { freeListingName, listingFiles } from '../listings/listing-store.ts'
import { moveRows, rowFiles } from '../runs/move-rows.ts'
import rowTablesSql from '../runs/row-tables.sql?raw'
import { draftRecord } from '../runs/run-store.ts'
import type { FileChanges } from '../storage/change-files.ts'
import type { DuckSession } from '../storage/duck-session.ts'
import { temporaryName } from '../storage/leftovers.ts'
import { literalPaths } from '../storage/literal-path.ts'
import { changeSharedFiles, type SharedFiles } from '../storage/shared-files.ts'
import heldSql from './held.sql?raw'
import { type ImportRun, keptSpans } from './import-runs.ts'
import publishSql from './publish.sql?raw'
import type { ImportReport } from './reading/import-report.ts'
import unchangedSql from './unchanged.sql?raw'

/** What the stored listings say about the judged rows of a file. */
export interface Comparison {
  /** Whether the file's earlier run has exactly these rows, read in the same way. */
  readonly isUnchanged: boolean
  /** Usable rows that another run had read differently; the reading of this run now counts. */
  readonly reread: number
}

/**
 * Compares table `judged` with the stored listings. Fills table `held` with the rows that count already, as another
 * run's or, when nothing has changed, as those of the file's earlier run.
 */
export async function compareWithStored(
  session: DuckSession,
  dataDir: string,
  earlier: ImportRun | null,
  reading: { readonly columns: ImportReport['columns']; readonly options: Readonly<Record<string, unknown>> },
): Promise<Comparison> {
  const service = join(dataDir, 'service')
  const own = earlier === null ? [] : rowFiles(earlier).map((path) => resolve(service, path))
  if (earlier !== null && own.length > 0 && isSameReading(earlier, reading)) {
    await session.run(heldSql, { files: literalPaths(own) })
    const [count] = await session.rows<{ usable: number; earlier: number; same: number }>(unchangedSql, {
      files: literalPaths(own),
    })
    if (count && count.usable === count.earlier && count.usable === count.same) {
      await session.run('INSERT INTO held SELECT n FROM known')
      return { isUnchanged: true, reread: 0 }
    }
    await session.run('DROP TABLE known')
  }
  const others = listingFiles(dataDir).filter((file) => !own.includes(resolve(file)))
  if (others.length === 0) return { isUnchanged: false, reread: 0 }
  await session.run(heldSql, { files: literalPaths(others) })
  await session.run('INSERT INTO held SELECT n FROM known WHERE is_same')
  const [row] = await session.rows<{ reread: number }>(
    'SELECT count(*)::INTEGER AS reread FROM known WHERE NOT is_same',
  )
  return { isUnchanged: false, reread: row?.reread ?? 0 }
}

function isSameReading(
  { options, report }: ImportRun,
  reading: { columns: ImportReport['columns']; options: Readonly<Record<string, unknown>> },
): boolean {
  return isDeepStrictEqual(options, reading.options) && isDeepStrictEqual(report.columns, reading.columns)
}

/** A run whose rows are judged and compared, and the other runs. */
export interface Settling {
  readonly dataDir: string
  readonly shared: SharedFiles | null
  /** Without what settling decides. */
  readonly run: Omit<ImportRun, 'listings' | 'aside' | 'counting' | 'taken_back' | 'removed_at'>
  /** The run that it replaces. */
  readonly earlier: ImportRun | null
  readonly others: readonly ImportRun[]
  readonly source: string
  /** The name of its file of listings, unless another run has it. */
  readonly stem: string
}

/**
 * Publishes a run in one step: its rows that count, those that count as another run's, the other runs' rows that change
 * sides, and the records. Returns the path of its file of listings, null when none of its rows count.
 */
export async function settleRun(session: DuckSession, settling: Settling): Promise<string | null> {
  const { dataDir, shared, run, earlier, others, source } = settling
  const service = join(dataDir, 'service')
  const drafts: string[] = []
  try {
    await session.run(rowTablesSql)
    await findMoving(session, service, earlier)
    const moved = await moveRows(
      session,
      dataDir,
      others.filter(({ removed_at }) => removed_at === null),
    )
    const { kept, held } = run.report
    const name = kept > 0 ? listingName(settling) : null
    const aside = held > 0 ? `${run.id}.aside.parquet` : null
    const put: FileChanges['put'][number][] = []
    const draft = async (to: string, is_held: boolean) => {
      const from = temporaryName(to)
      drafts.push(from)
      await session.run(publishSql, { source, is_held, file: join(service, from) })
      // The file's time is when its market was last imported, by the service's clock.
      utimesSync(join(service, from), new Date(run.imported_at), new Date(run.imported_at))
      put.push({ from, to })
    }
    const listings_file = name === null ? null : join(service, 'listings', name)
    const settled: ImportRun = {
      ...run,
      report: { ...run.report, listings_file },
      listings: name,
      aside,
      counting: kept,
      taken_back: earlier === null ? [] : [...earlier.taken_back, ...keptSpans(earlier.report)],
      removed_at: null,
    }
    // Creates the folder of records, which the rows put aside need too.
    put.push(draftRecord(dataDir, settled))
    if (name !== null) await draft(`listings/${name}`, false)
    if (aside !== null) await draft(`imports/${aside}`, true)
    const kept_paths = rowFiles(settled)
    const dropped = earlier === null ? [] : rowFiles(earlier).filter((path) => !kept_paths.includes(path))
    const changes = { put: [...moved.put, ...put], drop: [...moved.drop, ...dropped] }
    await changeSharedFiles(service, changes, shared)
    return listings_file
  } finally {
    for (const draft of drafts) rmSync(join(service, draft), { force: true })
  }
}

/** Fills the tables `demoted` and `lost`. */
async function findMoving(session: DuckSession, service: string, earlier: ImportRun | null): Promise<void> {
  const [known] = await session.rows<{ tables: number }>(
    "SELECT count(*)::INTEGER AS tables FROM duckdb_tables() WHERE table_name = 'known'",
  )
  if (known?.tables === 1) await session.run('INSERT INTO demoted SELECT key FROM known WHERE NOT is_same')
  if (earlier === null || earlier.listings === null) return
  await session.run(
    `INSERT INTO lost SELECT key FROM read_parquet($files, hive_partitioning = false)
    WHERE key NOT IN (SELECT key FROM judged WHERE reason IS NULL)`,
    { files: literalPaths([join(service, 'listings', earlier.listings)]) },
  )
}

function listingName({ dataDir, earlier, stem }: Settling): string {
  return earlier?.listings ?? `${freeListingName(dataDir, stem)}.parquet`
}
