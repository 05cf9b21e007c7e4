import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import Database from 'libsql'
import { type AsOf, parseAsOf } from '../../domain/period.ts'
import { makeFolder } from '../../server/storage/make-folder.ts'
import { temporaryName } from '../storage/leftovers.ts'

/**
 * A published period: `periods/2026-11-01`, after a rebuild `periods/2026-11-01.2` and so on. The highest revision of a
 * label counts. It can be a withdrawal, after which the label has no figures.
 */
export interface PublishedPeriod {
  readonly as_of: AsOf
  /** From 1. */
  readonly revision: number
  readonly dir: string
}

/** The folder of all periods. */
export function periodsDir(dataDir: string): string {
  return join(dataDir, 'service', 'periods')
}

/** The files of a period. A folder without one of them has an earlier format: it is not served, and is rebuilt. */
export const FIGURES_FILE = 'figures.sqlite'
export const FACTS_FILE = 'facts.duckdb'

/** The number that the name of a replacing folder ends with. */
const REVISION = /\.(\d+)$/
/** The file that a withdrawn period's folder has in place of figures. */
const WITHDRAWN = 'withdrawn'
/** The file with the fingerprint of what a period was built from; folders of earlier versions lack it. */
const FINGERPRINT_FILE = 'fingerprint'

/** The published periods, oldest label first; empty when the folder does not exist. */
export function publishedPeriods(periods: string): PublishedPeriod[] {
  return newestRevisions(periods).filter(({ dir }) => !isWithdrawn(dir))
}

/** The newest revision of each label, withdrawn ones included, oldest label first. */
export function newestRevisions(periods: string): PublishedPeriod[] {
  const newest = new Map<AsOf, PublishedPeriod>()
  for (const folder of allRevisions(periods)) {
    if (existsSync(join(folder.dir, FACTS_FILE)) || isWithdrawn(folder.dir)) newest.set(folder.as_of, folder)
  }
  return [...newest.values()]
}

/**
 * Names the content of a revision, such as `2-5f0c1e9a77b3`: another revision has other figures, also in a DATA_DIR that
 * was created from scratch. Null when the folder has just been replaced.
 */
export function revisionName(dir: string): string | null {
  const [, revision = '1'] = REVISION.exec(basename(dir)) ?? []
  try {
    return nameRevision(revision, readFileSync(join(dir, FINGERPRINT_FILE), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return existsSync(dir) ? revision : null
  }
}

/** The name of a revision with this number and fingerprint, in whatever store it is. */
export function nameRevision(revision: number | string, fingerprint: string): string {
  return `${revision}-${fingerprint.slice(0, 12)}`
}

/** Whether a period's folder says that the label has no figures any more. */
export function isWithdrawn(dir: string): boolean {
  return existsSync(join(dir, WITHDRAWN))
}

/** The published folder of one label; null when there is none. */
export function publishedPeriod(periods: string, asOf: AsOf): PublishedPeriod | null {
  return publishedPeriods(periods).find(({ as_of }) => as_of === asOf) ?? null
}

/** A file in a period's folder until the period has been announced. */
const UNANNOUNCED = 'unannounced'

/** The whole fingerprint of what a period was built from; empty where a folder of an earlier version has none. */
export function periodFingerprint(dir: string): string {
  const file = join(dir, FINGERPRINT_FILE)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** Withdraws a published period whose listings have all been removed, by one rename; as the next revision by default. */
export function withdrawPeriod(periods: string, asOf: AsOf, revision?: number): void {
  const made = join(periods, temporaryName(asOf))
  rmSync(made, { recursive: true, force: true })
  makeFolder(made)
  writeFileSync(join(made, WITHDRAWN), '')
  publishPeriod(periods, asOf, made, { fingerprint: WITHDRAWN, ...(revision !== undefined && { revision }) })
}

/**
 * Publishes a finished folder as a revision of a label, the next one by default, by one rename; `fingerprint` is of its
 * content. A given revision comes from elsewhere, where it was announced.
 */
export function publishPeriod(
  periods: string,
  asOf: AsOf,
  made: string,
  { fingerprint, revision: given }: { fingerprint: string; revision?: number },
): void {
  if (given === undefined) writeFileSync(join(made, UNANNOUNCED), '')
  writeFileSync(join(made, FINGERPRINT_FILE), fingerprint)
  const revision = given ?? (allRevisions(periods).findLast(({ as_of }) => as_of === asOf)?.revision ?? 0) + 1
  renameSync(made, join(periods, revision === 1 ? asOf : `${asOf}.${revision}`))
  const folder = openSync(periods, 'r')
  try {
    // The new revision must survive a power cut before an older one is removed.
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** Announces the published periods that have not been announced, including those of a build that was killed before. */
export async function announcePublished(
  periods: string,
  announce: (labels: readonly AsOf[]) => Promise<void>,
): Promise<void> {
  const unannounced = newestRevisions(periods).filter(({ dir }) => existsSync(join(dir, UNANNOUNCED)))
  if (unannounced.length === 0) return
  await announce(unannounced.map(({ as_of }) => as_of))
  for (const { dir } of unannounced) rmSync(join(dir, UNANNOUNCED))
}

/** Removes replaced revisions, except those that a service is still reading. */
export function removeReplaced(periods: string): void {
  const published = new Map(newestRevisions(periods).map(({ as_of, revision }) => [as_of, revision]))
  for (const { as_of, revision, dir } of allRevisions(periods)) {
    if (revision < (published.get(as_of) ?? 0)) removeUnread(dir)
  }
}

function removeUnread(dir: string): void {
  if (isWithdrawn(dir)) {
    rmSync(dir, { recursive: true, force: true })
    return
  }
  const figures = new Database(join(dir, FIGURES_FILE))
  try {
    if (isRead(figures)) return
    // The lock keeps readers from opening the folder while it is removed.
    const aside = temporaryName(dir)
    renameSync(dir, aside)
    rmSync(aside, { recursive: true, force: true })
  } finally {
    figures.close()
  }
}

/** A reader holds a shared lock while the period is open; see `openPeriod`. */
function isRead(figures: Database.Database): boolean {
  try {
    figures.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
    return false
  } catch (error) {
    const { code } = error as { code?: string }
    // A damaged file cannot be locked, and nobody can read it.
    if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT') return false
    if (code === 'SQLITE_BUSY') return true
    throw error
  }
}

/** All revisions, by label and number, lowest first. */
function allRevisions(periods: string): PublishedPeriod[] {
  const folders = namesIn(periods).flatMap((name) => {
    const [, label = '', revision = '1'] = /^(\d{4}-\d{2}-\d{2})(?:\.(\d+))?$/.exec(name) ?? []
    const as_of = parseAsOf(label)
    const dir = join(periods, name)
    const isPeriod = existsSync(join(dir, FIGURES_FILE)) || isWithdrawn(dir)
    return as_of && isPeriod ? [{ as_of, revision: Number(revision), dir }] : []
  })
  return folders.sort((a, b) => (a.as_of === b.as_of ? a.revision - b.revision : a.as_of < b.as_of ? -1 : 1))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
