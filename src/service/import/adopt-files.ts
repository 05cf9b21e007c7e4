import { basename, join } from 'node:path'
import { listingFiles } from '../listings/listing-store.ts'
import { draftRecord } from '../runs/run-store.ts'
import type { DuckSession } from '../storage/duck-session.ts'
import { literalPath } from '../storage/literal-path.ts'
import { changeSharedFiles, type SharedFiles } from '../storage/shared-files.ts'
import adoptedSpanSql from './adopted-span.sql?raw'
import { type ImportRun, readImportRuns, UNKNOWN_DATE } from './import-runs.ts'
import type { ImportReport } from './reading/import-report.ts'

/** Not an import: the demonstration updates it. */
const DEMO_FILE = 'demo.parquet'

/** Records the files of listings that were imported before imports were recorded; returns all runs. */
export async function adoptFiles(
  session: DuckSession,
  dataDir: string,
  { now, shared }: { now: () => Date; shared: SharedFiles | null },
): Promise<ImportRun[]> {
  const runs = readImportRuns(dataDir)
  const unknown = unrecordedFiles(dataDir, runs)
  if (unknown.length === 0) return runs
  let id = nextId(runs)
  const adopted: ImportRun[] = []
  for (const file of unknown) adopted.push(await adopt(session, file, id++, now))
  const put = adopted.map((run) => draftRecord(dataDir, run))
  await changeSharedFiles(join(dataDir, 'service'), { put, drop: [] }, shared)
  return [...runs, ...adopted]
}

/** The files of listings that no import has recorded; the next import does. */
export function unrecordedFiles(dataDir: string, runs: readonly Pick<ImportRun, 'listings'>[]): string[] {
  const recorded = new Set(runs.map(({ listings }) => listings))
  return listingFiles(dataDir).filter((file) => !recorded.has(basename(file)) && basename(file) !== DEMO_FILE)
}

/** The id of the next run; ids of removed runs are not used again. */
export function nextId(runs: readonly ImportRun[]): number {
  return (runs.at(-1)?.id ?? 0) + 1
}

type AdoptedSpan = ImportReport['countries'][number] & { source: string }

async function adopt(session: DuckSession, file: string, id: number, now: () => Date): Promise<ImportRun> {
  const spans = await session.rows<AdoptedSpan>(adoptedSpanSql, { file: literalPath(file) })
  const rows = spans.reduce((sum, span) => sum + span.rows, 0)
  const source = spans[0]?.source ?? basename(file)
  return {
    id,
    imported_at: now().toISOString(),
    file: source,
    digest: /-([0-9a-f]{8,})(-\d+)?\.parquet$/.exec(basename(file))?.[1] ?? null,
    given_date: UNKNOWN_DATE,
    options: {},
    report: {
      file: source,
      run: id,
      rows,
      kept: rows,
      held: 0,
      merged: 0,
      reread: 0,
      replaces: false,
      rejected: {},
      repaired: {},
      rejects_file: null,
      listings_file: file,
      preset: null,
      notes: [],
      columns: {},
      unused_columns: {},
      reading: {
        encoding: null,
        delimiter: null,
        lines: null,
        part: null,
        quoted_lines: 0,
        decimals: {},
        guessed_month: null,
        date_order: null,
        guessed_order: null,
        guessed_offer: null,
        split: [],
      },
      countries: spans.map(({ source: _, ...span }) => span),
      missing_rates: [],
      doubts: [],
    },
    listings: basename(file),
    aside: null,
    counting: rows,
    taken_back: [],
    removed_at: null,
  }
}
