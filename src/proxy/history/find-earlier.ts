import type { EarlierAnswer } from '../../contract/earlier-tiles.ts'
import type { Refusal } from '../../contract/proxy-api.ts'
import type { Cell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { AsOf } from '../../domain/period.ts'
import { CELLS_PER_TILE } from '../../domain/tile.ts'
import { nextTurn } from '../../server/work/turns.ts'
import type { Waiter } from '../buying/claims/batch.ts'
import { currentTiles } from '../buying/claims/current-tiles.ts'
import type { Lookups } from '../hints/lookups.ts'
import type { PeriodFinder } from '../hints/periods/period-finder.ts'
import type { ReadCoverage } from '../hints/stated/coverage-reader.ts'
import type { DeclaredParameters } from '../hints/stated/declared-parameters.ts'
import type { LessonLedger, TileLedger } from '../ledger/ledger.ts'
import type { EmptyReason } from '../ledger/lookup-answer.ts'
import type { StatsQuestion } from '../planning/calls/stats-target.ts'
import type { Pauses } from '../spending/pauses.ts'
import type { Viewer } from '../spending/spending-rules.ts'
import { missingSlices } from '../tiles/cut-answer.ts'
import type { Slice } from '../tiles/slice.ts'
import { NO_HISTORIES_IN_PLAN } from '../upstream/connection/refusals.ts'
import { countForMonth, type EarlierCall, type MissingTiles, planEarlier } from './earlier-plan.ts'
import { type ListRoom, listRoom, type RoomDeps, sellsLists } from './list-room.ts'
import { readAbsences } from './noted-absences.ts'
import type { RefusedMonths } from './refused-months.ts'
import { readStatedMonths } from './stated-months.ts'

/** Tiles of earlier periods that a viewer wants. */
export interface EarlierWanted {
  /** The period that is served now. */
  readonly name: EditionName
  readonly parents: readonly Cell[]
  readonly periods: readonly AsOf[]
  readonly distrustLookups: boolean
  readonly viewer: Viewer
  readonly confirmed: boolean
  readonly waiter: Waiter
}

export interface FindDeps extends RoomDeps {
  readonly ledger: TileLedger & LessonLedger
  readonly lookups: Pick<Lookups, 'findEmpty' | 'likelyEmpty'>
  readonly period: Pick<PeriodFinder, 'ofTiles'>
  readonly coverage: ReadCoverage
  readonly declared: DeclaredParameters
  readonly pauses: Pick<Pauses, 'at' | 'isOfPeriods' | 'note' | 'noteServed'>
  readonly refusedMonths: RefusedMonths
}

/** What is known of the wanted tiles, and the calls for the rest. */
export interface FoundEarlier {
  readonly unavailable: EarlierAnswer['unavailable']
  readonly held: ReadonlyMap<AsOf, number>
  readonly missing: readonly MissingTiles[]
  /** Why some of them were not looked up; null when every necessary look-up was made. */
  readonly withheld: Refusal | null
  /** Tiles that the free endpoints call empty now, and therefore in earlier periods. */
  readonly empty: ReadonlyMap<Cell, EmptyReason>
  readonly isPublished: ReadonlyMap<AsOf, boolean | null>
  readonly plan: readonly EarlierCall[]
  /** True when the service does not seem to sell any of the months that are planned, though it may sell others. */
  readonly areMonthsRefused: boolean
  /** The calls that bring what is missing in one period. */
  readonly countAlone: (as_of: AsOf) => number
  readonly question: StatsQuestion
  readonly isListDoubtful: boolean
}

/** Finds what is held of the wanted tiles and what the free endpoints say of the rest, and plans the calls for it. */
export async function findEarlier(
  deps: FindDeps,
  wanted: EarlierWanted,
  how: 'findEmpty' | 'likelyEmpty' = 'findEmpty',
): Promise<FoundEarlier> {
  const { name, parents, periods, viewer } = wanted
  let withheld: Refusal | null = null
  const onWithheld = (_: Cell, why: Refusal) => {
    withheld = why
  }
  const lookUp = async () => {
    const empty = new Map<Cell, EmptyReason>()
    // Look-ups are kept for their period, so it is not the one that a client makes up.
    for (const current of await currentTiles(deps, name, parents)) {
      const found = await (how === 'likelyEmpty'
        ? deps.lookups.likelyEmpty(current.name, current.parents)
        : deps.lookups.findEmpty(current.name, current.parents, { address: viewer.address, onWithheld }))
      for (const [parent, reason] of found) empty.set(parent, reason)
    }
    return empty
  }
  const parameters = (await deps.declared('/stats/history'))?.names ?? null
  const stated = await readStatedMonths(deps, name)
  const absences = await readAbsences(deps, name, stated)
  const isPublished = new Map<AsOf, boolean | null>()
  const held = new Map<AsOf, number>()
  const missing: MissingTiles[] = []
  let empty: ReadonlyMap<Cell, EmptyReason> | null = null
  for (const as_of of periods) {
    await nextTurn()
    const there = new Set(await deps.ledger.heldTiles({ ...name, as_of }, parents))
    held.set(as_of, there.size)
    const isThere = (await deps.ledger.edition({ ...name, as_of })) !== null
    const says = stated.isPublished(as_of)
    const published = says !== false && (isThere || (absences.ofMonth(as_of) ? false : says))
    isPublished.set(as_of, published)
    const open = parents.filter((parent) => !there.has(parent) && !absences.ofTile(as_of, parent))
    if (open.length === 0 || published === false || as_of >= name.as_of) continue
    empty ??= wanted.distrustLookups ? new Map() : await lookUp()
    const worth = open.filter((parent) => !empty?.has(parent))
    missing.push({ as_of, parents: worth, parts: isThere ? await partsOf(deps, { ...name, as_of }, worth) : new Map() })
  }
  const tiles = missing.reduce((sum, each) => sum + each.parents.length, 0)
  const { room, question, isListDoubtful } = await listRoom(deps, name, CELLS_PER_TILE * tiles)
  const isGated = (await deps.pauses.at(name.resolution))?.code === NO_HISTORIES_IN_PLAN.code
  const unavailable = isGated ? 'not_in_plan' : unavailableWhy(parameters, { room, question, isListDoubtful })
  const wantedMonths = missing.filter(({ parents }) => parents.length > 0).map(({ as_of }) => as_of)
  const months = new Set(await deps.refusedMonths.open(wantedMonths, name.as_of))
  const areMonthsRefused = wantedMonths.length > 0 && months.size === 0
  const offered = areMonthsRefused ? missing : missing.filter(({ as_of }) => months.has(as_of))
  return {
    unavailable,
    held,
    missing,
    withheld,
    empty: empty ?? new Map(),
    isPublished,
    plan: unavailable === null ? planEarlier(offered, room) : [],
    areMonthsRefused,
    countAlone: (as_of) => {
      const tiles = missing.find((each) => each.as_of === as_of)
      return unavailable === null && tiles !== undefined ? countForMonth(tiles, room) : 0
    },
    question,
    isListDoubtful,
  }
}

/** Returns why tiles cannot be bought of a history with these parameters; null when they can. */
function unavailableWhy(parameters: ReadonlySet<string> | null, lists: ListRoom): EarlierAnswer['unavailable'] {
  if (parameters === null) return 'no_history'
  return sellsLists(parameters, lists) ? null : 'areas_only'
}

/** Returns what is missing of the tiles that are held in part. */
async function partsOf(
  { ledger }: FindDeps,
  name: EditionName,
  parents: readonly Cell[],
): Promise<MissingTiles['parts']> {
  const parts = new Map<Cell, readonly Slice[]>()
  for (const parent of parents) {
    const held = await ledger.parts(name, parent)
    if (held.length === 0) continue
    await nextTurn()
    parts.set(parent, missingSlices(parent, held))
  }
  return parts
}
