import type { EditionName } from '../../domain/edition.ts'
import { parseLensKey } from '../../domain/lens.ts'
import type { CallLimits } from '../buying/calls/call-limits.ts'
import type { LessonLedger } from '../ledger/ledger.ts'
import type { StatsQuestion } from '../planning/calls/stats-target.ts'
import type { CallRoom } from './earlier-plan.ts'
import { learnedBudget, takesLabels } from './history-calls.ts'

/** The most cells of one call, each counted once for every period: an answer of this size takes seconds to read. */
const CELLS_PER_CALL_MAX = 30_000

export interface RoomDeps {
  readonly ledger: LessonLedger
  readonly limits: Pick<CallLimits, 'sizes'>
  readonly clock: () => Date
}

/** How lists of cells are asked for over some months. */
export interface ListRoom {
  readonly room: CallRoom
  readonly question: StatsQuestion
  /** True where no answer has shown so far that the service reads whole lists. */
  readonly isListDoubtful: boolean
}

/** Returns how many of `cells` a call for histories may list, from what calls for current figures and refusals have taught. */
export async function listRoom(deps: RoomDeps, { resolution, lens }: EditionName, cells: number): Promise<ListRoom> {
  const { limits, question } = await deps.limits.sizes(resolution, parseLensKey(lens) ?? {}, {
    cells: Math.max(1, cells),
    around: 0,
    isMoving: false,
    circle: Number.POSITIVE_INFINITY,
    widest: Number.POSITIVE_INFINITY,
  })
  const known = (await learnedBudget(deps)) ?? Math.max(limits.listCells, limits.circleCells)
  const room = { listCells: limits.listCells, cells: Math.min(CELLS_PER_CALL_MAX, known) }
  return { room, question, isListDoubtful: limits.areListsUnsure }
}

/** True where a history with these parameters can be asked for named months of a list of cells. */
export function sellsLists(parameters: ReadonlySet<string>, { room }: ListRoom): boolean {
  return takesLabels(parameters) && parameters.has('h3') && room.listCells > 1
}
