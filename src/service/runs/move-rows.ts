import { existsSync, utimesSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { FileChanges } from '../storage/change-files.ts'
import type { DuckSession } from '../storage/duck-session.ts'
import { temporaryName } from '../storage/leftovers.ts'
import { literalPaths } from '../storage/literal-path.ts'
import runRowsSql from './run-rows.sql?raw'
import { draftRecord, type Run } from './run-store.ts'
import writeRunRowsSql from './write-run-rows.sql?raw'

/** The paths of a run's rows, relative to DATA_DIR/service. */
export function rowFiles({ listings, aside }: Pick<Run<unknown>, 'listings' | 'aside'>): string[] {
  return [...(listings === null ? [] : [`listings/${listings}`]), ...(aside === null ? [] : [`imports/${aside}`])]
}

/**
 * Lets each key count once after other runs have changed: rows with a key in table `demoted` no longer count, and those
 * with a key in table `lost`, which counts nowhere else, do; of several runs with such a row, the newest one's. Empties
 * `lost`. Returns the changes of files, not yet made.
 */
export async function moveRows(
  session: DuckSession,
  dataDir: string,
  runs: readonly Run<unknown>[],
): Promise<FileChanges> {
  const put: FileChanges['put'][number][] = []
  const drop: string[] = []
  for (const run of runs.toSorted((a, b) => b.id - a.id)) {
    const moved = await moveRowsOf(session, dataDir, run)
    put.push(...moved.put)
    drop.push(...moved.drop)
  }
  return { put, drop }
}

async function moveRowsOf(session: DuckSession, dataDir: string, run: Run<unknown>): Promise<FileChanges> {
  const service = join(dataDir, 'service')
  const files = rowFiles(run).map((path) => join(service, path))
  if (files.length === 0) return { put: [], drop: [] }
  const listings = run.listings === null ? '' : resolve(service, 'listings', run.listings)
  await session.run(runRowsSql, { files: literalPaths(files), listings })
  await session.run('DELETE FROM lost WHERE key IN (SELECT key FROM run_row WHERE counts)')
  const [count] = await session.rows<{ moving: bigint; counting: bigint; others: bigint }>(
    'SELECT count(*) FILTER (moves) AS moving, count(*) FILTER (counts) AS counting, count(*) FILTER (NOT counts) AS others FROM run_row',
  )
  if (!count || count.moving === 0n) return { put: [], drop: [] }
  const [counting, others] = [Number(count.counting), Number(count.others)]
  const names = {
    listings: counting > 0 ? (run.listings ?? `import-${run.id}.parquet`) : null,
    aside: others > 0 ? `${run.id}.aside.parquet` : null,
  }
  const put: FileChanges['put'][number][] = []
  if (names.listings !== null) put.push(await writeRows(session, service, run, `listings/${names.listings}`, true))
  if (names.aside !== null) put.push(await writeRows(session, service, run, `imports/${names.aside}`, false))
  const kept = rowFiles(names)
  put.push(draftRecord(dataDir, { ...run, ...names, counting }))
  return { put, drop: rowFiles(run).filter((path) => !kept.includes(path)) }
}

async function writeRows(
  session: DuckSession,
  service: string,
  run: Run<unknown>,
  to: string,
  counts: boolean,
): Promise<{ from: string; to: string }> {
  const from = temporaryName(to)
  const file = join(service, from)
  await session.run(writeRunRowsSql, { counts, file })
  // The file's time is when its market was last imported.
  if (existsSync(file)) utimesSync(file, new Date(run.imported_at), new Date(run.imported_at))
  return { from, to }
}
