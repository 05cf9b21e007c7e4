import { z } from 'zod'
import { type Cell, cellParent, cellResolution } from '../../../domain/cell.ts'
import type { EditionName } from '../../../domain/edition.ts'
import { type AsOf, parseAsOf } from '../../../domain/period.ts'
import type { LessonLedger } from '../../ledger/ledger.ts'

const NAME = 'periods by resolution'

const label = z.string().transform((raw, context): AsOf => {
  const parsed = parseAsOf(raw)
  if (parsed !== null) return parsed
  context.addIssue(`expected the first day of a month, found '${raw}'`)
  return z.NEVER
})
/** By resolution and lens, and by these and ground: the period that answers were of, and the latest that was known then. */
const lesson = z.record(z.string(), z.object({ as_of: label, beside: label }))
type Lesson = z.output<typeof lesson>

/** Ground is remembered by cells of this resolution, about 12,000 km²: markets meet in few of them. */
const GROUND_RESOLUTION = 3
/** More ground than the largest markets have. What is forgotten costs a call. */
const MOST_ENTRIES = 1_000

/** What is published together. */
export type TileKind = Pick<EditionName, 'resolution' | 'lens'>

/**
 * The periods of resolutions, lenses and markets that differ from the one that the service names. Resolutions have windows
 * of their own, so a service may name their periods by other months, or publish some later; and it may publish sales before
 * rents, or one market before another. Without this, every change between two of them would buy what is held under the
 * other label.
 */
export interface ResolutionPeriods {
  /** Returns the periods that tiles are sold in while the service names `served`. */
  of(kind: TileKind, served: AsOf, parents: readonly Cell[]): Promise<ReadonlyMap<Cell, AsOf>>
  /**
   * Call when an answer about tiles was of a period while these were named, by zones and by the latest
   * answers.
   */
  note(kind: TileKind, as_of: AsOf, named: readonly AsOf[], parents: readonly Cell[]): Promise<void>
}

/** Keeps them in the ledger, because what was bought under them is kept there too. */
export function createResolutionPeriods(ledger: LessonLedger): ResolutionPeriods {
  return {
    of: async (kind, served, parents) => {
      const known = readLesson(await ledger.learned(NAME))
      const periodOf = (parent: Cell): AsOf => {
        const entry = known[groundKey(kind, parent)] ?? known[kindKey(kind)]
        // A later month is news: the service has other figures by now.
        return entry !== undefined && served <= entry.beside ? entry.as_of : served
      }
      return new Map(parents.map((parent) => [parent, periodOf(parent)]))
    },
    note: async (kind, as_of, named, parents) => {
      const isPlain = named.every((one) => one === as_of)
      const beside = named.reduce(later, as_of)
      const keys = [kindKey(kind), ...new Set(parents.map((parent) => groundKey(kind, parent)))]
      const known = readLesson(await ledger.learned(NAME))
      const isKnown = (key: string) =>
        isPlain ? known[key] === undefined : known[key]?.as_of === as_of && known[key].beside === beside
      if (keys.every(isKnown)) return
      await ledger.amend(NAME, (before): Lesson => {
        const others = Object.entries(readLesson(before)).filter(([key]) => !keys.includes(key))
        const noted = isPlain ? [] : keys.map((key) => [key, { as_of, beside }] as const)
        return Object.fromEntries([...others, ...noted].slice(-MOST_ENTRIES))
      })
    },
  }
}

function kindKey({ resolution, lens }: TileKind): string {
  return `${resolution} ${lens}`
}

function groundKey(kind: TileKind, parent: Cell): string {
  const ground = cellResolution(parent) > GROUND_RESOLUTION ? cellParent(parent, GROUND_RESOLUTION) : parent
  return `${kindKey(kind)} ${ground}`
}

function later(one: AsOf, other: AsOf): AsOf {
  return one > other ? one : other
}

function readLesson(raw: unknown): Lesson {
  const known = lesson.safeParse(raw)
  return known.success ? known.data : {}
}
