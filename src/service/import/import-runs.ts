import { z } from 'zod'
import { type Run, readableRuns, readRuns, type Span, type UnreadableRecord } from '../runs/run-store.ts'
import type { ImportReport } from './reading/import-report.ts'

const counts = z.record(z.string(), z.int())

/** What is read of a stored report; whatever else a version writes is kept. */
const shape = z.looseObject({
  file: z.string(),
  rows: z.int(),
  kept: z.int(),
  held: z.int(),
  reread: z.int(),
  rejected: counts,
  repaired: counts,
  columns: z.record(z.string(), z.string()),
  countries: z.array(z.looseObject({ country: z.string(), first_day: z.string(), last_day: z.string() })),
  missing_rates: z.array(z.looseObject({})),
  reading: z.looseObject({}),
  doubts: z.array(z.looseObject({})),
})
const report = z.custom<ImportReport>((value) => shape.safeParse(value).success)

/** One import of one file. */
export type ImportRun = Run<ImportReport>

/** All imports, removed ones included, oldest first. */
export function readImportRuns(dataDir: string): ImportRun[] {
  return readRuns(dataDir, report)
}

/** The same, without the records that cannot be read, which are returned apart. */
export function readableImportRuns(dataDir: string): { runs: ImportRun[]; unreadable: UnreadableRecord[] } {
  return readableRuns(dataDir, report)
}

/** The days of the listings that an import kept. */
export function keptSpans({ countries }: ImportReport): Span[] {
  return countries.map(({ first_day, last_day }) => ({ first_day, last_day }))
}

/** What identifies a file to an import: its bytes, and the date that the options give to its rows. */
export interface FileIdentity {
  readonly digest: string
  readonly given_date: string | null
}

/** The run in force of the same file; null when it was never imported, or was removed. */
export function earlierRun(runs: readonly ImportRun[], { digest, given_date }: FileIdentity): ImportRun | null {
  const isSame = (run: ImportRun) =>
    run.removed_at === null &&
    run.digest === digest &&
    (run.given_date === given_date || run.given_date === UNKNOWN_DATE)
  return runs.findLast(isSame) ?? null
}

/** Marks a date option that was guessed; a better guess for the same file replaces it. */
export const GUESSED_DATE = 'guessed'

/** Stands for the given date of a run that was recorded after the fact. */
export const UNKNOWN_DATE = 'unknown'
