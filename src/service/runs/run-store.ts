import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { temporaryName } from '../storage/leftovers.ts'

/** First and last day of some listings. */
const span = z.object({ first_day: z.string(), last_day: z.string() })
export type Span = z.infer<typeof span>

/** One import of one file, as stored in `imports/<id>.json`. `Report` is its outcome, which only the import reads. */
export interface Run<Report> {
  readonly id: number
  /** ISO 8601 UTC, by the service's clock: when the file was last imported. */
  readonly imported_at: string
  /** Absolute path of the file when it was imported. */
  readonly file: string
  /** Digest of the file's bytes; null for a run that was recorded after the fact. */
  readonly digest: string | null
  /** The date that the options gave to a file without dates: the same file with another date is another run. */
  readonly given_date: string | null
  /** The options of the import, by name. */
  readonly options: Readonly<Record<string, unknown>>
  readonly report: Report
  /** The file in `listings` with the rows of this run that count; null when none do. */
  readonly listings: string | null
  /** The file in `imports` with its rows that count as another run's; null when there are none. */
  readonly aside: string | null
  /** How many of its rows count now. */
  readonly counting: number
  /** The days whose listings an earlier reading of the file had, or a removal took away. */
  readonly taken_back: readonly Span[]
  /** When it was removed; null while its rows count. */
  readonly removed_at: string | null
}

const record = z.object({
  id: z.int().positive(),
  imported_at: z.string(),
  file: z.string(),
  digest: z.string().nullable(),
  given_date: z.string().nullable(),
  options: z.record(z.string(), z.unknown()),
  report: z.unknown(),
  listings: z.string().nullable(),
  aside: z.string().nullable(),
  counting: z.int(),
  taken_back: z.array(span),
  removed_at: z.string().nullable(),
})

/** The folder of runs. */
export function runsDir(dataDir: string): string {
  return join(dataDir, 'service', 'imports')
}

/**
 * All runs, removed ones included, oldest id first; files of rows that somebody deleted count as none. Throws on a record
 * that is not one.
 */
export function readRuns<Report>(dataDir: string, report: z.ZodType<Report>): Run<Report>[] {
  const stored = record.extend({ report })
  return recordFiles(dataDir)
    .map((file) => parseRecord(file, (value) => stored.parse(value) as Run<Report>))
    .map((run) => withoutDeleted(dataDir, run))
    .sort((a, b) => a.id - b.id)
}

function withoutDeleted<Report>(dataDir: string, run: Run<Report>): Run<Report> {
  const isThere = (folder: string, name: string | null) =>
    name !== null && existsSync(join(dataDir, 'service', folder, name))
  const listings = isThere('listings', run.listings) ? run.listings : null
  const aside = isThere('imports', run.aside) ? run.aside : null
  return { ...run, listings, aside, counting: listings === null ? 0 : run.counting }
}

/** When each file of listings was imported, by its name in `listings`. */
export function importTimes(dataDir: string): ReadonlyMap<string, Date> {
  const runs = recordFiles(dataDir).map((file) => parseRecord(file, (value) => record.parse(value)))
  return new Map(
    runs.flatMap(({ listings, imported_at, removed_at }) =>
      listings === null || removed_at !== null ? [] : [[listings, new Date(imported_at)] as const],
    ),
  )
}

/** The days whose listings were taken back, by any run. */
export function takenBackSpans(dataDir: string): Span[] {
  return recordFiles(dataDir).flatMap((file) => parseRecord(file, (value) => record.parse(value).taken_back))
}

/** Writes a run's record as a temporary file; returns the change that publishes it. */
export function draftRecord(dataDir: string, run: Run<unknown>): { from: string; to: string } {
  const to = `imports/${run.id}.json`
  const from = temporaryName(to)
  mkdirSync(runsDir(dataDir), { recursive: true })
  writeFileSync(join(dataDir, 'service', from), JSON.stringify(run, null, 2))
  return { from, to }
}

function recordFiles(dataDir: string): string[] {
  const dir = runsDir(dataDir)
  return namesIn(dir)
    .filter((name) => /^\d+\.json$/.test(name))
    .map((name) => join(dir, name))
}

function parseRecord<T>(file: string, parse: (value: unknown) => T): T {
  try {
    return parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (!(error instanceof z.ZodError || error instanceof SyntaxError)) throw error
    throw new Error(`expected the record of an import, found something else in ${basename(file)}: ${error.message}`, {
      cause: error,
    })
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
