import { z } from 'zod'
import { type Refusal, refusal as refusalSchema } from '../../../contract/proxy-api.ts'
import type { ErrorCode } from '../../../contract/service/errors.ts'
import type { Cell } from '../../../domain/cell.ts'
import { figuresText } from '../../../domain/currency.ts'
import type { EditionName } from '../../../domain/edition.ts'
import { largeCache } from '../../../server/storage/large-cache.ts'
import { DOUBTED_PAUSE, nextDoubtedPause } from '../../../server/work/doubted-pause.ts'
import { isPauseOver } from '../../../server/work/kept-times.ts'
import type { LessonLedger } from '../../ledger/ledger.ts'
import { isOfTarget, type ServiceRefusal } from '../../upstream/connection/service-answer.ts'

/**
 * Answers with which a service says that it has no figures on some ground, where the interface has an empty list: a refusal,
 * or an answer without content. Alone, such an answer may as well be a fault. It is understood once the same tile got it
 * twice and figures were bought in between; from then on, it pauses its tile alone, in the ledger.
 */
export interface AbsenceAnswers {
  /** Takes an answer for these tiles; returns true once it is understood. `sign` tells such answers apart. */
  note(sign: string, name: EditionName, parents: readonly Cell[], refusal: Refusal): Promise<boolean>
  /** Call when a call brought figures. */
  noteFigures(): void
  /** Returns why nothing is bought of a tile that got such an answer lately; null for any other. */
  objection(name: EditionName, parent: Cell): Promise<Refusal | null>
}

const OF_GROUND: ReadonlySet<string> = new Set<ErrorCode>([
  'not_covered',
  'unknown_place',
  'not_found',
  'reports_unavailable_for_country',
])

export const BLANK_SIGN = 'blank'

/** Returns the sign of a refusal that may say that there is nothing on its ground; null for any other. */
export function absenceSign(refusal: ServiceRefusal): string | null {
  const { code, status, parameter } = refusal
  const isOfGround = (OF_GROUND.has(code) && parameter === null) || isOfTarget(refusal)
  return isOfGround ? `${status} ${code}` : null
}

const LESSON = 'absence-answers'
const signsLesson = z.record(z.string(), refusalSchema)
/** By tile: what it got, and the pause that this started. */
const groundLesson = z.record(z.string(), z.object({ sign: z.string(), until: z.iso.datetime(), length: z.number() }))
/** Names come from viewers: as many tiles as some fifty views have. */
const MOST_TILES = 5_000
/** Kept in one lesson, which is read before each call. */
const MOST_KEPT = 1_000

export function createAbsenceAnswers({ ledger, clock }: { ledger: LessonLedger; clock: () => Date }): AbsenceAnswers {
  /** How many calls had brought figures when a tile first got an answer. */
  const seen = largeCache<string, number>(MOST_TILES)
  let figures = 0
  const signs = async () => signsLesson.safeParse(await ledger.learned(LESSON)).data ?? {}
  const understand = async (sign: string, name: EditionName, parents: readonly Cell[], refusal: Refusal) => {
    if ((await signs())[sign] !== undefined) return true
    const keys = parents.map((parent) => `${sign} ${lessonName(name)} ${tileIn(name, parent)}`)
    const isRepeated = keys.some((key) => (seen.get(key) ?? figures) < figures)
    for (const key of keys) if (!seen.has(key)) seen.set(key, figures)
    if (!isRepeated) return false
    const told = { ...refusal, request_id: null }
    await ledger.amend(LESSON, (before) => ({ ...signsLesson.safeParse(before).data, [sign]: told }))
    return true
  }
  return {
    note: async (sign, name, parents, refusal) => {
      if (!(await understand(sign, name, parents, refusal))) return false
      await ledger.amend(lessonName(name), (before) => {
        const known = groundLesson.safeParse(before).data ?? {}
        const tiles = parents.map((parent) => tileIn(name, parent))
        const noted = tiles.map((tile) => [tile, { sign, ...nextDoubtedPause(known[tile] ?? null, clock()) }] as const)
        const others = Object.entries(known).filter(([tile]) => !tiles.includes(tile))
        return Object.fromEntries([...others, ...noted].slice(-MOST_KEPT))
      })
      return true
    },
    noteFigures: () => void figures++,
    objection: async (name, parent) => {
      const noted = groundLesson.safeParse(await ledger.learned(lessonName(name))).data?.[tileIn(name, parent)]
      if (noted === undefined || isPauseOver(noted.until, DOUBTED_PAUSE.longest, clock())) return null
      return (await signs())[noted.sign] ?? null
    },
  }
}

function lessonName(name: EditionName): string {
  return `absent ground ${figuresText(name)} ${name.resolution}`
}

/** The next period may have figures there. */
function tileIn({ as_of }: EditionName, parent: Cell): string {
  return `${as_of} ${parent}`
}
