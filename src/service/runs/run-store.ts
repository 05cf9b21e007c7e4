import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { makeFolder } from '../../server/storage/make-folder.ts'
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

/** A record that cannot be read, and why. */
export interface UnreadableRecord {
  readonly file: string
  readonly error: unknown
}

/** Like `readRuns`, but leaves out records that cannot be read, and returns them apart. */
export function readableRuns<Report>(
  dataDir: string,
  report: z.ZodType<Report>,
): { runs: Run<Report>[]; unreadable: UnreadableRecord[] } {
  const stored = record.extend({ report })
  const { read, unreadable } = readEach(dataDir, (value) => stored.parse(value) as Run<Report>)
  const runs = read.map((run) => withoutDeleted(dataDir, run)).sort((a, b) => a.id - b.id)
  return { runs, unreadable }
}

/** Whether anything was ever imported, whether or not its record can be read. */
export function hasRuns(dataDir: string): boolean {
  return recordFiles(dataDir).length > 0
}

/** When each file of listings was imported, by its name in `listings`, as far as the records can be read. */
export function importTimes(dataDir: string): {
  times: ReadonlyMap<string, Date>
  unreadable: readonly UnreadableRecord[]
} {
  const { read, unreadable } = readEach(dataDir, (value) => record.parse(value))
  const times = new Map(
    read.flatMap(({ listings, imported_at, removed_at }) =>
      listings === null || removed_at !== null ? [] : [[listings, new Date(imported_at)] as const],
    ),
  )
  return { times, unreadable }
}

/** The days whose listings were taken back, by any run whose record can be read. */
export function takenBackSpans(dataDir: string): { spans: Span[]; unreadable: readonly UnreadableRecord[] } {
  const { read, unreadable } = readEach(dataDir, (value) => record.parse(value).taken_back)
  return { spans: read.flat(), unreadable }
}

function readEach<T>(dataDir: string, parse: (value: unknown) => T): { read: T[]; unreadable: UnreadableRecord[] } {
  const read: T[] = []
  const unreadable: UnreadableRecord[] = []
  for (const file of recordFiles(dataDir)) {
    try {
      read.push(parseRecord(file, parse))
    } catch (error) {
      unreadable.push({ file, error })
    }
  }
  return { read, unreadable }
}

/** Writes a run's record as a temporary file; returns the change that publishes it. */
export function draftRecord(dataDir: string, run: Run<unknown>): { from: string; to: string } {
  const to = `imports/${run.id}.json`
  const from = temporaryName(to)
  makeFolder(runsDir(dataDir))
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
    const found = error instanceof z.ZodError ? z.prettifyError(error).replaceAll('\n', ' ') : reasonOf(error)
    throw new Error(
      `expected the record of an import in ${file}, found something else: ${found}. Restore the file from a backup; without one, remove it: the next import then records its listings again`,
      { cause: error },
    )
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
