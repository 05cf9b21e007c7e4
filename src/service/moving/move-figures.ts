import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { AsOf } from '../../domain/period.ts'
import { makeFolder } from '../../server/storage/make-folder.ts'
import { nameRevision } from '../periods/period-folders.ts'
import { type Difference, differenceOf } from './compare-rows.ts'
import { type Draft, MOVED_TABLES, type MovableFigures, type MovedTable, type Revision } from './movable-figures.ts'
import { type MoveNotes, openMoveNotes } from './move-notes.ts'

export interface MoveOptions {
  readonly from: MovableFigures
  readonly to: MovableFigures
  /** Where rows are on their way; created and removed. */
  readonly workDir: string
  /** Remembers what was verified, for a move that was interrupted. */
  readonly notesFile: string
  readonly onProgress?: ((text: string) => void) | undefined
}

/** What became of a period: `verified` was there already, and was compared now or by an earlier move. */
export interface Moved {
  readonly as_of: AsOf
  readonly revision: number
  readonly figures: number
  readonly outcome: 'moved' | 'verified' | 'withdrawn'
}

/** The same engine returns the same doubles; a different one sums averages in another order. */
const EXACTLY = 0
const BY_ANOTHER_ENGINE = 1e-12

/**
 * Copies the published revision of each period, with the same number, and compares every row before anybody sees it.
 * Throws at a period that has another revision or other figures in the other store; what was moved before stays.
 */
export async function moveFigures(options: MoveOptions): Promise<Moved[]> {
  const { from, to, onProgress } = options
  const notes = openMoveNotes(options.notesFile, to.name)
  const revisions = await from.revisions()
  const there = new Map((await to.revisions()).map((revision) => [revision.as_of, revision]))
  refuseOthers(revisions, there, to.name)
  const moved: Moved[] = []
  for (const [i, revision] of revisions.entries()) {
    const progress = (what: string) => onProgress?.(`${revision.as_of} (${i + 1} of ${revisions.length}): ${what}`)
    moved.push(await moveRevision(revision, there.get(revision.as_of) ?? null, { ...options, notes, progress }))
  }
  await moveHeld({ ...options, notes, progress: (what) => onProgress?.(`cells with listings: ${what}`) })
  return moved
}

type Step = MoveOptions & { readonly notes: MoveNotes; readonly progress: (what: string) => void }

/** Looks at all labels before anything is moved. */
function refuseOthers(revisions: readonly Revision[], there: ReadonlyMap<AsOf, Revision>, name: string): void {
  const others = revisions.flatMap((revision) => {
    const held = there.get(revision.as_of)
    return held && (held.revision > revision.revision || isOther(held, revision)) ? [[revision, held] as const] : []
  })
  if (others.length === 0) return
  const named = others.map(
    ([revision, held]) => `${revision.as_of}: revision ${nameOf(held)} instead of ${nameOf(revision)}`,
  )
  throw new Error(
    `Expected ${name} to have older revisions than here or none, found others; nothing was moved. ${named.join('; ')}`,
  )
}

function isOther(held: Revision, { revision, fingerprint, withdrawn }: Revision): boolean {
  return held.revision === revision && (held.fingerprint !== fingerprint || held.withdrawn !== withdrawn)
}

function nameOf({ revision, fingerprint }: Revision): string {
  return nameRevision(revision, fingerprint)
}

async function moveRevision(revision: Revision, held: Revision | null, step: Step): Promise<Moved> {
  const { as_of } = revision
  const { from, to, notes, progress } = step
  const isThere = held?.revision === revision.revision
  const done = (outcome: Moved['outcome'], figures: number) => ({
    as_of,
    revision: revision.revision,
    figures,
    outcome,
  })
  if (revision.withdrawn) {
    if (!isThere) await to.withdraw(revision)
    return done('withdrawn', 0)
  }
  const known = isThere ? notes.figuresOf(as_of, nameOf(revision)) : null
  if (known !== null) return done('verified', known)
  return withFolders(step, async (source, target) => {
    progress('reading')
    await from.read(as_of, source)
    if (isThere) {
      progress('comparing')
      await to.read(as_of, target)
      const figures = await refuseDifferences(
        MOVED_TABLES,
        [source, target],
        BY_ANOTHER_ENGINE,
        `${as_of} in ${to.name}`,
      )
      notes.note(as_of, nameOf(revision), figures)
      return done('verified', figures)
    }
    progress('copying')
    const draft = await to.receive(revision, source)
    const figures = await publishVerified(draft, step, { tables: MOVED_TABLES, source, target, what: as_of })
    await refuseOtherMeta(revision, to)
    notes.note(as_of, nameOf(revision), figures)
    return done('moved', figures)
  })
}

async function moveHeld(step: Step): Promise<void> {
  const { from, to, progress } = step
  const here = await from.held()
  if (here === null || here.fingerprint === (await to.held())?.fingerprint) return
  await withFolders(step, async (source, target) => {
    progress('copying')
    await from.read('held', source)
    const draft = await to.receiveHeld(here, source)
    await publishVerified(draft, step, { tables: ['listing_cell'], source, target, what: 'cells with listings' })
  })
}

/** Reads back what was received, and publishes it if it is the same. Returns the number of rows of the first table. */
async function publishVerified(
  draft: Draft,
  { to, progress }: Step,
  rows: { tables: readonly MovedTable[]; source: string; target: string; what: string },
): Promise<number> {
  const { tables, source, target, what } = rows
  try {
    progress('comparing')
    await draft.read(target)
    const count = await refuseDifferences(tables, [source, target], EXACTLY, `${what} in ${to.name}`)
    await draft.publish()
    return count
  } catch (error) {
    await draft.discard()
    throw error
  }
}

async function refuseDifferences(
  tables: readonly MovedTable[],
  folders: readonly [string, string],
  tolerance: number,
  where: string,
): Promise<number> {
  let first: Difference | null = null
  for (const table of tables) {
    const found = await differenceOf(table, folders, tolerance)
    first ??= found
    if (found.different === 0) continue
    throw new Error(
      `Expected the same rows of ${table} for ${where}, found ${found.different} of ${found.rows} that differ; it was not moved.`,
    )
  }
  return first?.rows ?? 0
}

async function refuseOtherMeta({ as_of, meta }: Revision, to: MovableFigures): Promise<void> {
  const found = (await to.revisions()).find((revision) => revision.as_of === as_of)
  if (isDeepStrictEqual(found?.meta, meta)) return
  throw new Error(`Expected ${as_of} in ${to.name} to say how it was built as here, found something else.`)
}

async function withFolders<T>(
  { workDir }: MoveOptions,
  use: (source: string, target: string) => Promise<T>,
): Promise<T> {
  const [source, target] = [join(workDir, 'source'), join(workDir, 'target')] as const
  try {
    for (const folder of [source, target]) makeFolder(folder)
    return await use(source, target)
  } finally {
    rmSync(workDir, { recursive: true, force: true })
  }
}
