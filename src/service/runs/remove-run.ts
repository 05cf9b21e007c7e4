import { join } from 'node:path'
import { openDuckSession } from '../storage/duck-session.ts'
import { clearLeftovers, temporaryName } from '../storage/leftovers.ts'
import { literalPaths } from '../storage/literal-path.ts'
import { changeSharedFiles, type SharedFiles } from '../storage/shared-files.ts'
import { workAlone } from '../storage/work-lock.ts'
import { moveRows, rowFiles } from './move-rows.ts'
import rowTablesSql from './row-tables.sql?raw'
import { draftRecord, type Run, type Span } from './run-store.ts'

/**
 * Takes back runs, all of them or none: their rows no longer count, unless another run has them too. The records stay.
 * `read` reads the runs once no other work is under way, and `spansOf` returns the days of the listings that a run kept.
 * Returns the removed runs. Throws when one of them does not exist or was removed before.
 */
export async function removeRuns<Report>(options: {
  dataDir: string
  /** Where files are published for other machines; only in DATA_DIR by default. */
  shared?: SharedFiles | null
  ids: readonly number[]
  read: () => Run<Report>[]
  spansOf: (report: Report) => Span[]
  now: () => Date
  onWait?: ((text: string) => void) | undefined
}): Promise<Run<Report>[]> {
  const { dataDir, shared = null, ids, read, spansOf, now, onWait } = options
  return workAlone({ dataDir, task: 'import', onWait }, async () => {
    const service = join(dataDir, 'service')
    for (const folder of ['', 'listings', 'imports']) clearLeftovers(join(service, folder))
    await shared?.fetch()
    const runs = read()
    const leaving = [...new Set(ids)].map((id) => requireStanding(runs, id))
    const spillDir = join(service, temporaryName('remove-spill'))
    const session = await openDuckSession({ spillDir, memoryLimit: '2GB' })
    try {
      await session.run(rowTablesSql)
      const counting = leaving.flatMap(({ listings }) =>
        listings === null ? [] : [join(service, 'listings', listings)],
      )
      if (counting.length > 0) {
        await session.run('INSERT INTO lost SELECT key FROM read_parquet($files, hive_partitioning = false)', {
          files: literalPaths(counting),
        })
      }
      const others = runs.filter((run) => !leaving.includes(run) && run.removed_at === null)
      const moved = await moveRows(session, dataDir, others)
      const removed = leaving.map((run) => ({
        ...run,
        listings: null,
        aside: null,
        counting: 0,
        taken_back: [...run.taken_back, ...spansOf(run.report)],
        removed_at: now().toISOString(),
      }))
      const put = [...moved.put, ...removed.map((run) => draftRecord(dataDir, run))]
      await changeSharedFiles(service, { put, drop: [...moved.drop, ...leaving.flatMap(rowFiles)] }, shared)
      return removed
    } finally {
      session.close()
    }
  })
}

function requireStanding<Report>(runs: readonly Run<Report>[], id: number): Run<Report> {
  const run = requireRun(runs, id)
  if (run.removed_at !== null) throw new Error(`import ${id} was removed on ${run.removed_at.slice(0, 10)}`)
  return run
}

/** The run with an id; throws when there is none, naming those that there are. */
export function requireRun<Report>(runs: readonly Run<Report>[], id: number): Run<Report> {
  const run = runs.find((each) => each.id === id)
  if (run) return run
  const ids = runs.map((each) => each.id).join(', ')
  throw new Error(
    ids === '' ? `there is no import ${id}; none is recorded yet` : `there is no import ${id}, only ${ids}`,
  )
}
