import type { CurrencyRate } from '../../contract/currency-rate.ts'
import type { Edition, Refusal } from '../../contract/proxy-api.ts'
import type { Cell } from '../../domain/cell.ts'
import type { Currency } from '../../domain/currency.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { Figure } from '../../domain/figure.ts'
import { type CallPlannerDeps, type PlannedCall, planCalls } from '../buying/calls/call-planner.ts'
import type { CallDeps } from '../buying/calls/made-call.ts'
import { makeCall, repeatCall } from '../buying/calls/metered-call.ts'
import type { Waiter } from '../buying/claims/batch.ts'
import type { LessonLedger } from '../ledger/ledger.ts'
import { rateIn, ratesLesson, withRate } from '../ledger/rates-lesson.ts'
import type { Pauses } from '../spending/pauses.ts'
import type { Spending } from '../spending/spending.ts'
import type { Viewer } from '../spending/spending-rules.ts'
import { missingSlices } from '../tiles/cut-answer.ts'
import { SIZE_UNIT } from '../tiles/held-unit.ts'
import { countCells, runsOf, type Slice } from '../tiles/slice.ts'
import { unpackTile } from '../tiles/stored-tile.ts'
import type { Admit } from '../upstream/asking.ts'
import { ownRefusal, STOPPING } from '../upstream/connection/refusals.ts'
import { findRate, LEAST_CELLS, type RateFinding } from './currency-rate.ts'

/** A held tile whose figures are compared with those in another currency, and who it is for. */
export interface RateWanted {
  /** The tile's edition, in the base currency. */
  readonly name: EditionName
  readonly parent: Cell
  readonly currency: Currency
  readonly viewer: Viewer
  /** The viewer has agreed to the cost. */
  readonly confirmed: boolean
  readonly waiter: Waiter
}

export type RateAnswer =
  | { kind: 'known'; rate: CurrencyRate }
  /** `written` resolves once the paid answer is written; until then nobody else may buy it. */
  | { kind: 'refused'; refusal: Refusal; written?: Promise<void> }

export interface RatePurchaseDeps extends CallDeps, CallPlannerDeps {
  readonly computing: CallDeps['computing'] & CallPlannerDeps['computing']
  readonly ledger: CallDeps['ledger'] & LessonLedger
  readonly pauses: Pauses
  readonly spending: Spending
  readonly isStopping: () => boolean
}

/**
 * Compares a held tile with the same cells in another currency and keeps the result. One call buys the cells that are not
 * held in that currency; `admit` is called before every request. Bought cells stay as pieces of a tile in that currency,
 * so that nothing is paid for twice, whatever the result.
 */
export async function buyRate(deps: RatePurchaseDeps, wanted: RateWanted, admit: Admit): Promise<RateAnswer> {
  const name: EditionName = { ...wanted.name, currency: wanted.currency }
  let hasBought = false
  for (;;) {
    const { finding, open } = await compareHeld(deps, wanted)
    if (finding.kind !== 'undecided') return { kind: 'known', rate: await keepRate(deps, wanted, finding) }
    if (hasBought || open.length === 0) return refused(undecided(wanted, finding.cells))
    const refusal = await objection(deps, wanted)
    if (refusal !== null) return refused(refusal)
    // A call of a process that was killed may have been charged, so it is made again as it was.
    const [begun] = await deps.openCalls.about(name, [wanted.parent])
    const outcome = begun
      ? await repeatCall(deps, name, begun, admit)
      : await makeCall(deps, name, largest(await planCalls(deps, needOf(name, open, wanted.viewer))), admit)
    switch (outcome.kind) {
      case 'resized':
      case 'unread':
        break
      case 'refused':
        await deps.pauses.note(outcome.refusal, name.resolution)
        return outcome
      case 'unwritten':
        return { ...outcome, kind: 'refused' }
      case 'bought':
        if (outcome.call.name.as_of !== name.as_of) return refused(periodOver(wanted))
        hasBought = true
    }
  }
}

/** Counts the cells of a tile that have a price and can help find a rate. */
export function countPriced(figures: readonly (Figure | null)[]): number {
  return figures.filter(isPriced).length
}

function isPriced(figure: Figure | null | undefined): boolean {
  return (figure?.median_price ?? 0) > 0 || (figure?.median_price_per_sqm ?? 0) > 0
}

/** Compares the cells held in both currencies; also returns the priced cells not held in the other one. */
async function compareHeld(
  { ledger }: RatePurchaseDeps,
  { name, parent, currency }: RateWanted,
): Promise<{ finding: RateFinding; open: Slice[] }> {
  const inBase = await ledger.tile(name, parent)
  if (inBase === null) return { finding: { kind: 'undecided', cells: 0 }, open: [] }
  const figures = unpackTile(inBase).figures
  const whole = await ledger.tile({ ...name, currency }, parent)
  const pieces =
    whole === null
      ? await ledger.parts({ ...name, currency }, parent)
      : [{ parent, first: 0, figures: unpackTile(whole).figures }]
  const found = pieces.flatMap((piece) => piece.figures)
  const editions = await Promise.all([ledger.edition(name), ledger.edition({ ...name, currency })])
  const finding = isAreaConverted(editions) ? findRate(perHome(figures), perHome(found)) : findRate(figures, found)
  const missing = missingSlices(parent, pieces).flatMap((slice) =>
    runsOf(slice, (index) => isPriced(figures[slice.first + index])),
  )
  return { finding, open: missing.flatMap(([hasPrice, slice]) => (hasPrice ? [slice] : [])) }
}

/** Converted prices per area no longer show how they were rounded, and those per foot are not those per metre. */
function isAreaConverted(editions: readonly (Edition | null)[]): boolean {
  const units = new Set(editions.flatMap((edition) => edition?.size_unit || []))
  return units.size > 1 || editions.some((edition) => edition?.varies?.includes(SIZE_UNIT))
}

function perHome(figures: readonly (Figure | null)[]): (Figure | null)[] {
  return figures.map((figure) => figure && { ...figure, median_price_per_sqm: null })
}

/** Returns why nothing may be bought now; null when it may. */
async function objection(deps: RatePurchaseDeps, wanted: RateWanted): Promise<Refusal | null> {
  if (deps.isStopping()) return STOPPING
  const { name, parent } = wanted
  const { resolution } = name
  const served = await deps.period.ofTiles(name, [parent], await deps.ledger.newestPeriod())
  if (served !== null && served.get(parent) !== name.as_of) return periodOver(wanted)
  return deps.spending.consent(wanted.confirmed) ?? deps.pauses.at(resolution)
}

function needOf(name: EditionName, wanted: readonly Slice[], { address }: Viewer): Parameters<typeof planCalls>[1] {
  return { name, wanted, around: [], room: 0, isMoving: false, seeker: { address } }
}

function largest(calls: readonly PlannedCall[]): PlannedCall {
  return calls.reduce((most, call) => (countCells(call.slices) > countCells(most.slices) ? call : most))
}

async function keepRate(
  { ledger, log }: RatePurchaseDeps,
  { name, parent, currency }: RateWanted,
  finding: Exclude<RateFinding, { kind: 'undecided' }>,
): Promise<CurrencyRate> {
  const edition = await ledger.edition({ ...name, currency })
  const { as_of } = name
  const about = { as_of, currency, base: 'USD', fx_date: edition?.fx_date ?? as_of, cells: finding.cells } as const
  const rate: CurrencyRate =
    finding.kind === 'varying'
      ? { kind: 'bought-as-such', ...about }
      : { kind: 'rate', ...about, units_per_usd: finding.rate, spread: finding.spread }
  const lesson = await ledger.amend(ratesLesson(as_of), (before) => withRate(before, rate))
  log.info({ ...rate, parent }, 'a rate was found')
  return rateIn(lesson, currency) ?? rate
}

function refused(refusal: Refusal): RateAnswer {
  return { kind: 'refused', refusal }
}

function undecided({ parent, currency }: RateWanted, cells: number): Refusal {
  const message = `The tile ${parent} does not reveal the rate of ${currency} to USD: expected ${LEAST_CELLS} cells with a finely rounded price in both, found ${cells} with a price in both. Name another tile.`
  return ownRefusal('rate_undecided', message)
}

function periodOver({ name }: RateWanted): Refusal {
  const message = `The statistics service no longer serves the period ${name.as_of}, so its rate can no longer be found.`
  return ownRefusal('period_over', message)
}
