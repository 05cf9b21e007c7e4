import { z } from 'zod'
import { HISTORY_PARAMETERS } from '../../contract/assumptions.ts'
import type { EarlierAnswer } from '../../contract/earlier-tiles.ts'
import type { Refusal } from '../../contract/proxy-api.ts'
import type { Cell } from '../../domain/cell.ts'
import { figuresText } from '../../domain/currency.ts'
import type { EditionName } from '../../domain/edition.ts'
import { parseLensKey } from '../../domain/lens.ts'
import { type AsOf, isToCome } from '../../domain/period.ts'
import { CELLS_PER_TILE } from '../../domain/tile.ts'
import { nextTurn } from '../../server/work/turns.ts'
import type { CallLimits } from '../buying/call-limits.ts'
import { createLeases, LEASE_TIMES, type LeaseTimes } from '../buying/leases.ts'
import type { ReadCoverage } from '../hints/coverage-reader.ts'
import type { DeclaredParameters } from '../hints/declared-parameters.ts'
import type { Lookups } from '../hints/lookups.ts'
import type { LeaseLedger, LessonLedger, TileLedger } from '../ledger/ledger.ts'
import type { EmptyReason } from '../ledger/lookup-answer.ts'
import type { StatsQuestion } from '../planning/stats-target.ts'
import type { Spending } from '../spending/spending.ts'
import type { Viewer } from '../spending/spending-caps.ts'
import { countCells } from '../tiles/slice.ts'
import { countForMonth, type EarlierCall, labelsOf, type MissingTiles, planEarlier } from './earlier-plan.ts'
import { COSTS_MORE, learnBudget, learnedBudget, notYet, takesLabels, UNDER_WAY } from './history-calls.ts'
import { buySpan, type SpanDeps } from './history-purchase.ts'
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
  readonly published: (as_of: AsOf) => boolean | null
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
  const published = await publishedIn(deps, name)
  const held = new Map<AsOf, number>()
  const missing: MissingTiles[] = []
  let empty: ReadonlyMap<Cell, EmptyReason> | null = null
  for (const as_of of periods) {
    await nextTurn()
    const there = new Set(await deps.ledger.heldTiles({ ...name, as_of }, parents))
    held.set(as_of, there.size)
    const open = parents.filter((parent) => !there.has(parent))
    if (open.length === 0 || published(as_of) === false || as_of >= name.as_of) continue
    empty ??= wanted.distrustLookups ? new Map() : await lookUp()
    missing.push({ as_of, parents: open.filter((parent) => !empty?.has(parent)) })
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
    published,
    plan: planFor(missing),
    countAlone: (as_of) =>
      unavailable === null ? countForMonth(missing.find((each) => each.as_of === as_of)?.parents ?? [], room) : 0,
    question,
    isListDoubtful: limits.areListsUnsure,
  }
}

/** Returns why tiles cannot be bought of a history with these parameters; null when they can. */
function unavailableWhy(parameters: ReadonlySet<string> | null, listCells: number): EarlierAnswer['unavailable'] {
  if (parameters === null) return 'no_history'
  return takesLabels(parameters) && parameters.has('h3') && listCells > 1 ? null : 'areas_only'
}

/** Periods for which a service had no figures, with the revision that it named then. */
const UNPUBLISHED = 'unpublished periods'
const unpublishedLesson = z.record(z.string(), z.string().nullable())

/** Returns what is known about which periods the service has. */
async function publishedIn(deps: EarlierDeps, name: EditionName): Promise<(as_of: AsOf) => boolean | null> {
  const earliest = (await deps.ledger.edition(name))?.snapshot.earliest_period ?? ''
  const revisions = (await deps.coverage())?.revisions ?? null
  const lesson = unpublishedLesson.safeParse(await deps.ledger.learned(UNPUBLISHED))
  const without = lesson.success ? lesson.data : {}
  return (as_of) => {
    if (as_of < earliest) return false
    const revision = revisions?.[as_of] ?? null
    if (as_of in without && without[as_of] === revision) return false
    return revisions === null ? null : revision !== null
  }
}

async function learnUnpublished(deps: EarlierDeps, labels: readonly AsOf[]): Promise<void> {
  if (labels.length === 0) return
  const revisions = (await deps.coverage())?.revisions ?? {}
  await deps.ledger.amend(UNPUBLISHED, (before) => {
    const known = unpublishedLesson.safeParse(before)
    const found = Object.fromEntries(labels.map((label) => [label, revisions[label] ?? null]))
    return { ...(known.success && known.data), ...found }
  })
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
      await learnUnpublished(
        deps,
        labelsOf(call.span).filter((label) => !answered.includes(label)),
      )
    }
    const of = {
      name: wanted.name,
      selector: { kind: 'cells' as const, cells },
      style,
      slicesOf: () => call.slices,
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
  return calls.reduce((sum, { span, slices }) => sum + labelsOf(span).length * countCells(slices), 0)
}

function namesOf({ name }: EarlierWanted, missing: readonly MissingTiles[]): string[] {
  const figures = `${figuresText(name)} ${name.resolution}`
  return missing.flatMap(({ as_of, parents }) => parents.map((parent) => `earlier ${as_of} ${figures} ${parent}`))
}

async function answerOf(
  deps: EarlierDeps,
  { periods, viewer }: EarlierWanted,
  { unavailable, held, missing, empty, published, countAlone }: Found,
  { calls, bought_cells, refusal }: Bought,
): Promise<EarlierAnswer> {
  const emptyFor = (reason: EmptyReason) => [...empty].flatMap(([parent, why]) => (why === reason ? parent : []))
  return {
    unavailable,
    no_listings: emptyFor('no_listings'),
    not_covered: emptyFor('not_covered'),
    periods: periods.map((as_of) => ({
      as_of,
      is_published: published(as_of),
      held: held.get(as_of) ?? 0,
      missing: missing.find((each) => each.as_of === as_of)?.parents.length ?? 0,
      calls: countAlone(as_of),
    })),
    calls,
    bought_cells,
    refusal,
    meter: await deps.spending.meter(viewer),
  }
}
