import type { Cell } from '../../domain/cell.ts'
import { figuresText } from '../../domain/currency.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { AsOf } from '../../domain/period.ts'
import type { ReadCoverage } from '../hints/stated/coverage-reader.ts'
import type { LessonLedger, TileLedger } from '../ledger/ledger.ts'
import { absences, isStillAbsent, withAbsences } from './absent-months.ts'
import type { EarlierCall } from './earlier-plan.ts'
import { readStatedMonths, type StatedMonths } from './stated-months.ts'

interface AbsenceDeps {
  readonly ledger: TileLedger & LessonLedger
  readonly coverage: ReadCoverage
  readonly clock: () => Date
}

/** What answers lacked, so that it is not asked for again yet. */
export interface NotedAbsences {
  ofMonth(as_of: AsOf): boolean
  ofTile(as_of: AsOf, parent: Cell): boolean
}

export async function readAbsences(
  { ledger, clock }: AbsenceDeps,
  name: EditionName,
  { revisionOf }: StatedMonths,
): Promise<NotedAbsences> {
  const lacked = absences.safeParse(await ledger.learned(absentName(name))).data ?? {}
  const isAbsent = (as_of: AsOf, what: string) =>
    isStillAbsent(lacked[what], as_of, { now: clock(), revision: revisionOf(as_of) })
  return {
    ofMonth: (as_of) => isAbsent(as_of, as_of),
    ofTile: (as_of, parent) => isAbsent(as_of, tileIn(as_of, parent)),
  }
}

/** Learns that an answer lacked some months of a call's tiles. */
export async function learnAbsent(
  deps: AbsenceDeps,
  name: EditionName,
  lacked: readonly AsOf[],
  { slices }: EarlierCall,
): Promise<void> {
  if (lacked.length === 0) return
  const { revisionOf } = await readStatedMonths(deps, name)
  const parents = [...new Set(slices.map(({ parent }) => parent))]
  const names: string[] = []
  for (const as_of of lacked) {
    const isThere = (await deps.ledger.edition({ ...name, as_of })) !== null
    names.push(...(isThere ? parents.map((parent) => tileIn(as_of, parent)) : [as_of]))
  }
  const now = deps.clock()
  const found = (each: string) => ({ at: now.toISOString(), revision: revisionOf(each.slice(0, 10) as AsOf) })
  await deps.ledger.amend(absentName(name), (before) =>
    withAbsences(absences.safeParse(before).data ?? {}, names, found, now),
  )
}

/** The name of the lesson on what answers lacked: a month, or a tile in a month of which others are held. */
function absentName(name: EditionName): string {
  return `absent months ${figuresText(name)} ${name.resolution}`
}

function tileIn(as_of: AsOf, parent: Cell): string {
  return `${as_of} ${parent}`
}
