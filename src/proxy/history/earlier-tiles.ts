import type { EarlierAnswer } from '../../contract/earlier-tiles.ts'
import type { HistoryAllowance, Refusal } from '../../contract/proxy-api.ts'
import { HISTORY_PARAMETERS } from '../../contract/service/assumptions.ts'
import type { Cell } from '../../domain/cell.ts'
import { figuresText } from '../../domain/currency.ts'
import type { EditionName } from '../../domain/edition.ts'
import { parseLensKey } from '../../domain/lens.ts'
import { type AsOf, asOfRange, isToCome, monthsBetween } from '../../domain/period.ts'
import { CELLS_PER_TILE } from '../../domain/tile.ts'
import { nextTurn } from '../../server/work/turns.ts'
import type { CallLimits } from '../buying/calls/call-limits.ts'
import { createLeases, LEASE_TIMES, type LeaseTimes } from '../buying/claims/leases.ts'
import type { ReadCoverage } from '../hints/coverage-reader.ts'
import type { DeclaredParameters } from '../hints/declared-parameters.ts'
import type { Lookups } from '../hints/lookups.ts'
import type { LeaseLedger, LessonLedger, TileLedger } from '../ledger/ledger.ts'
import type { EmptyReason } from '../ledger/lookup-answer.ts'
import type { StatsQuestion } from '../planning/stats-target.ts'
import type { Spending } from '../spending/spending.ts'
import type { Viewer } from '../spending/spending-caps.ts'
import { missingSlices } from '../tiles/cut-answer.ts'
import { countCells, type Slice } from '../tiles/slice.ts'
import { absences, isStillAbsent, withAbsences } from './absent-months.ts'
import { countForMonth, type EarlierCall, type MissingTiles, planEarlier } from './earlier-plan.ts'
import { COSTS_MORE, learnBudget, learnedBudget, notYet, takesLabels, UNDER_WAY } from './history-calls.ts'
import { buySpan, type SpanDeps } from './history-purchase.ts'
import { readStatedMonths } from './stated-months.ts'
import { createTurns } from './turns.ts'

/** Tiles of earlier periods that a viewer wants. */
export interface EarlierWanted {
  /** The period that is served now. */
  readonly name: EditionName
  readonly parents: readonly Cell[]
  readonly periods: readonly AsOf[]
  readonly distrustLookups: boolean
  readonly viewer: Viewer
  readonly confirmed: boolean
}

/** Figure tiles of earlier periods. Once bought, they are held like any others. */
export interface EarlierTiles {
  /** Returns what is held, and what the rest would cost. */
  quote(wanted: EarlierWanted): Promise<EarlierAnswer>
  /** Buys the rest. */
  buy(wanted: EarlierWanted): Promise<EarlierAnswer>
  close(): void
}

interface EarlierDeps extends SpanDeps {
  readonly ledger: TileLedger & LessonLedger & LeaseLedger
  readonly limits: Pick<CallLimits, 'sizes'>
  readonly lookups: Pick<Lookups, 'findEmpty' | 'likelyEmpty'>
  readonly coverage: ReadCoverage
  readonly declared: DeclaredParameters
  readonly spending: Spending
  /** What is left for histories; null where they are counted with all other calls. */
  readonly allowance: () => Promise<HistoryAllowance | null>
  readonly elapsed: () => number
  readonly leaseTimes?: LeaseTimes | undefined
}

/** The most cells of one call, each counted once for every period: an answer of this size takes seconds to read. */
const CELLS_PER_CALL_MAX = 30_000

export function createEarlierTiles(deps: EarlierDeps): EarlierTiles {
  const turns = createTurns(createLeases({ ...deps, times: deps.leaseTimes ?? LEASE_TIMES }))
  return {
    quote: async (wanted) => {
      const found = await find(deps, wanted)
      const refusal = found.plan.length === 0 ? null : await objection(deps, wanted)
      const bought_cells = cellsIn(found.plan)
      return answerOf(deps, wanted, found, { calls: found.plan.length, bought_cells, refusal })
    },
    buy: async (wanted) => {
      // A purchase without consent is refused, so nothing is looked up for it.
      const hasConsent = deps.spending.consent(wanted.confirmed) === null
      const before = await find(deps, wanted, hasConsent ? 'findEmpty' : 'likelyEmpty')
      const refused = before.plan.length === 0 ? null : (before.withheld ?? (await objection(deps, wanted)))
      if (refused !== null) return answerOf(deps, wanted, before, { ...NOTHING, refusal: refused })
      const answer = await turns.during(namesOf(wanted, before.missing), async (keepFor) => {
        const bought = await buyAll(deps, wanted)
        keepFor(bought.written)
        return answerOf(deps, wanted, await find(deps, wanted), bought)
      })
      return answer ?? answerOf(deps, wanted, before, { ...NOTHING, refusal: UNDER_WAY })
    },
    close: () => turns.close(),
  }
}

const NOTHING = { calls: 0, bought_cells: 0 }

/** What is known of the wanted tiles, and the calls for the rest. */
interface Found {
  readonly unavailable: EarlierAnswer['unavailable']
  readonly held: ReadonlyMap<AsOf, number>
  readonly missing: readonly MissingTiles[]
  /** Why some of them were not looked up; null when every necessary look-up was made. */
  readonly withheld: Refusal | null
  /** Tiles that the free endpoints call empty now, and therefore in earlier periods. */
  readonly empty: ReadonlyMap<Cell, EmptyReason>
  readonly isPublished: ReadonlyMap<AsOf, boolean | null>
  readonly plan: readonly EarlierCall[]
  /** The calls that bring what is missing in one period. */
  readonly countAlone: (as_of: AsOf) => number
  readonly question: StatsQuestion
  readonly isListDoubtful: boolean
}

async function find(
  deps: EarlierDeps,
  wanted: EarlierWanted,
  how: 'findEmpty' | 'likelyEmpty' = 'findEmpty',
): Promise<Found> {
  const { name, parents, periods, viewer } = wanted
  let withheld: Refusal | null = null
  const lookUp = () =>
    how === 'likelyEmpty'
      ? deps.lookups.likelyEmpty(name, parents)
      : deps.lookups.findEmpty(name, parents, {
          address: viewer.address,
          onWithheld: (_, why) => {
            withheld = why
          },
        })
  const parameters = (await deps.declared('/stats/history'))?.names ?? null
  const stated = await readStatedMonths(deps, name)
  const absent = absences.safeParse(await deps.ledger.learned(absentName(name))).data ?? {}
  const isAbsent = (as_of: AsOf, what: string) =>
    isStillAbsent(absent[what], as_of, { now: deps.clock(), revision: stated.revisionOf(as_of) })
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
    const published = says !== false && (isThere || (isAbsent(as_of, as_of) ? false : says))
    isPublished.set(as_of, published)
    const open = parents.filter((parent) => !there.has(parent) && !isAbsent(as_of, tileIn(as_of, parent)))
    if (open.length === 0 || published === false || as_of >= name.as_of) continue
    empty ??= wanted.distrustLookups ? new Map() : await lookUp()
    const worth = open.filter((parent) => !empty?.has(parent))
    missing.push({ as_of, parents: worth, parts: isThere ? await partsOf(deps, { ...name, as_of }, worth) : new Map() })
  }
  const tiles = missing.reduce((sum, each) => sum + each.parents.length, 0)
  const { limits, question } = await deps.limits.sizes(name.resolution, parseLensKey(name.lens) ?? {}, {
    cells: Math.max(1, CELLS_PER_TILE * tiles),
    around: 0,
    isMoving: false,
    circle: Number.POSITIVE_INFINITY,
    widest: Number.POSITIVE_INFINITY,
  })
  const unavailable = unavailableWhy(parameters, limits.listCells)
  const known = (await learnedBudget(deps)) ?? Math.max(limits.listCells, limits.circleCells)
  const room = { listCells: limits.listCells, cells: Math.min(CELLS_PER_CALL_MAX, known) }
  const planFor = (tiles: readonly MissingTiles[]) => (unavailable === null ? planEarlier(tiles, room) : [])
  return {
    unavailable,
    held,
    missing,
    withheld,
    empty: empty ?? new Map(),
    isPublished,
    plan: planFor(missing),
    countAlone: (as_of) => {
      const tiles = missing.find((each) => each.as_of === as_of)
      return unavailable === null && tiles !== undefined ? countForMonth(tiles, room) : 0
    },
    question,
    isListDoubtful: limits.areListsUnsure,
  }
}

/** Returns why tiles cannot be bought of a history with these parameters; null when they can. */
function unavailableWhy(parameters: ReadonlySet<string> | null, listCells: number): EarlierAnswer['unavailable'] {
  if (parameters === null) return 'no_history'
  return takesLabels(parameters) && parameters.has('h3') && listCells > 1 ? null : 'areas_only'
}

/** Returns what is missing of those of the tiles of which something is held. */
async function partsOf(
  { ledger }: EarlierDeps,
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

/** The name of the lesson on what answers lacked: a month, or a tile in a month of which others are held. */
function absentName(name: EditionName): string {
  return `absent months ${figuresText(name)} ${name.resolution}`
}

function tileIn(as_of: AsOf, parent: Cell): string {
  return `${as_of} ${parent}`
}

/** Learns that an answer lacked some months of a call's tiles. */
async function learnAbsent(deps: EarlierDeps, name: EditionName, lacked: readonly AsOf[], { slices }: EarlierCall) {
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

/** Returns why nothing would be bought; null when it would. */
async function objection(
  { spending, pauses, clock }: EarlierDeps,
  { name, viewer, confirmed }: EarlierWanted,
): Promise<Refusal | null> {
  if (isToCome(name.as_of, clock())) return notYet(name)
  return spending.consent(confirmed) ?? (await pauses.at(name.resolution)) ?? (await spending.objection(viewer))
}

interface Bought {
  readonly calls: number
  readonly bought_cells: number
  readonly refusal: Refusal | null
  readonly written?: Promise<void>
}

/** Makes one call after the other; a limit that is learned on the way ends it, as the cost changes. */
async function buyAll(deps: EarlierDeps, wanted: EarlierWanted): Promise<Bought> {
  // Others may have bought some of it before this purchase had its turn.
  const { plan, question, isListDoubtful } = await find(deps, wanted)
  const { style } = question
  let [calls, bought_cells] = [0, 0]
  for (const call of plan) {
    const cells = call.slices.flatMap((slice) => slice.cells)
    const labels = { [HISTORY_PARAMETERS.from]: call.span.from, [HISTORY_PARAMETERS.to]: call.span.to }
    const note = async (answered: readonly string[], areAll: boolean) => {
      // Of an answer that was cut off, others are still to come.
      if (!areAll) return
      const lacked = asOfRange(call.span.from, call.span.to).filter((label) => !answered.includes(label))
      await learnAbsent(deps, wanted.name, lacked, call)
    }
    const of = {
      name: wanted.name,
      selector: { kind: 'cells' as const, cells },
      style,
      asked: { slices: call.slices },
      isListDoubtful,
    }
    const done = await buySpan(deps, of, { labels, admit: async () => deps.spending.admit(wanted.viewer), note })
    if (done.kind === 'too_many') {
      await learnBudget(deps, cellsIn([call]), done.limit)
      return { calls, bought_cells, refusal: COSTS_MORE }
    }
    if (done.kind === 'refused') return { calls, bought_cells, ...done }
    calls++
    bought_cells += cellsIn([call])
  }
  return { calls, bought_cells, refusal: null }
}

function cellsIn(calls: readonly EarlierCall[]): number {
  return calls.reduce((sum, { span, slices }) => sum + (monthsBetween(span.from, span.to) + 1) * countCells(slices), 0)
}

function namesOf({ name }: EarlierWanted, missing: readonly MissingTiles[]): string[] {
  const figures = `${figuresText(name)} ${name.resolution}`
  return missing.flatMap(({ as_of, parents }) => parents.map((parent) => `earlier ${as_of} ${figures} ${parent}`))
}

async function answerOf(
  deps: EarlierDeps,
  { periods, viewer }: EarlierWanted,
  { unavailable, held, missing, empty, isPublished, countAlone }: Found,
  { calls, bought_cells, refusal }: Bought,
): Promise<EarlierAnswer> {
  const emptyFor = (reason: EmptyReason) => [...empty].flatMap(([parent, why]) => (why === reason ? parent : []))
  return {
    unavailable,
    no_listings: emptyFor('no_listings'),
    not_covered: emptyFor('not_covered'),
    periods: periods.map((as_of) => ({
      as_of,
      is_published: isPublished.get(as_of) ?? null,
      held: held.get(as_of) ?? 0,
      missing: missing.find((each) => each.as_of === as_of)?.parents.length ?? 0,
      calls: countAlone(as_of),
    })),
    calls,
    bought_cells,
    refusal,
    meter: await deps.spending.meter(viewer),
    allowance: await deps.allowance(),
  }
}
