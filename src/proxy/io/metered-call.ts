import type { Logger } from 'pino'
import type { Refusal } from '../../contract/proxy-api.ts'
import { parseLensKey } from '../../domain/lens.ts'
import { type AsOf, parseAsOf } from '../../domain/period.ts'
import { cutAnswer } from '../core/cut-answer.ts'
import { type Call, callCells } from '../core/plan.ts'
import { ownRefusal, refusalOf, refusalOfFailure } from '../core/refusals.ts'
import type { Failure, ServiceRefusal } from '../core/service-answer.ts'
import { statsTarget } from '../core/stats-target.ts'
import type { StoredTile } from '../core/stored-tile.ts'
import type { EditionName } from '../core/tile-name.ts'
import type { CallLimits, CallSize } from './call-limits.ts'
import type { BoughtCall, Ledger } from './ledger.ts'
import type { Lookups } from './lookups.ts'
import type { MeterReader } from './meter.ts'
import type { PeriodFinder } from './period-finder.ts'
import type { Upstream } from './upstream.ts'

/** What became of one call. `resized`: a limit was learned, and the same cells must be planned anew. */
export type CallOutcome =
  | { kind: 'bought'; call: BoughtCall; tiles: StoredTile[] }
  | { kind: 'resized' }
  | { kind: 'refused'; refusal: Refusal }

export interface CallDeps {
  readonly upstream: Upstream
  readonly ledger: Ledger
  readonly limits: CallLimits
  readonly lookups: Lookups
  readonly meter: MeterReader
  readonly period: PeriodFinder
  readonly log: Logger
  readonly clock: () => Date
}

/** Makes one metered call and commits what it brought before it says so. */
export async function makeCall(deps: CallDeps, name: EditionName, call: Call): Promise<CallOutcome> {
  const cells = callCells(call)
  const lens = parseLensKey(name.lens) ?? {}
  const size = { cells: cells.length, bytes: statsTarget(deps.upstream.basePath, lens, cells).length }
  const result = await deps.upstream.stats(lens, cells)
  if (result.kind !== 'failed') deps.meter.note(result.quota)
  switch (result.kind) {
    case 'failed':
      return handleFailure(deps, result.failure, name, size)
    case 'refused':
      return handleRefusal(deps, result.refusal, name, size)
    case 'ok': {
      const cut = cutAnswer(result.value, { ...name, slices: call.slices })
      if (cut.kind === 'invalid') {
        deps.log.error({ ...name, reason: cut.reason }, 'a metered answer cannot be used')
        return { kind: 'refused', refusal: refusalOfFailure({ code: 'invalid_answer', message: cut.reason }) }
      }
      await deps.limits.accepted(name.resolution, size)
      const as_of = parseAsOf(cut.edition.as_of) ?? name.as_of
      const bought = { ...cut, name: { ...name, as_of }, at: deps.clock() }
      return (await objection(deps, bought)) ?? keep(deps, bought)
    }
  }
}

async function keep(deps: CallDeps, call: BoughtCall): Promise<CallOutcome> {
  const tiles = await deps.ledger.commit(call)
  deps.period.note(call.name.as_of)
  const filled = call.slices.filter(({ figures }) => figures.some((figure) => figure !== null))
  await deps.lookups.noteFigures(
    call.name,
    filled.map(({ parent }) => parent),
  )
  deps.log.info({ ...call.name, cells: call.slices.length, rows: call.rows, tiles: tiles.length }, 'bought')
  return { kind: 'bought', call, tiles }
}

/** Why an answer must not be kept, though it can be read: what is held never changes, so it must be right. */
async function objection(deps: CallDeps, { name, edition, rows }: BoughtCall): Promise<CallOutcome | null> {
  const held = await deps.ledger.edition(name)
  if (held !== null && held.currency !== edition.currency) {
    const message = `The statistics service answered in ${edition.currency}, and before in ${held.currency}; nothing was kept.`
    return { kind: 'refused', refusal: ownRefusal('service_invalid_answer', message) }
  }
  // An empty answer may be for a period that is still to be published: absence would then be kept for ever.
  if (rows > 0 || (await isPeriodServed(deps, name.as_of))) return null
  const message = 'The statistics service names no current period and had no figures here; nothing was kept.'
  return { kind: 'refused', refusal: ownRefusal('no_period', message) }
}

async function isPeriodServed(deps: CallDeps, as_of: AsOf): Promise<boolean> {
  if (await deps.ledger.isPeriodKnown(as_of)) return true
  const found = await deps.period.current()
  return found.kind === 'ok' && found.as_of === as_of
}

async function handleRefusal(
  deps: CallDeps,
  refusal: ServiceRefusal,
  name: EditionName,
  size: CallSize,
): Promise<CallOutcome> {
  const about = { ...name, ...size, code: refusal.code, service_request_id: refusal.request_id }
  if (refusal.code === 'too_many_hexes' && size.cells > 1) {
    deps.log.info(about, 'the cell budget was learned')
    await deps.limits.tooManyCells(name.resolution, size.cells)
    return { kind: 'resized' }
  }
  deps.log.warn(about, 'a metered call was refused')
  return { kind: 'refused', refusal: refusalOf(refusal) }
}

async function handleFailure(
  deps: CallDeps,
  failure: Failure,
  name: EditionName,
  size: CallSize,
): Promise<CallOutcome> {
  const about = { ...name, ...size, ...failure }
  if (size.cells > 1 && (await isAboutLength(deps, failure, size))) {
    deps.log.info(about, 'the longest URL was learned')
    await deps.limits.urlTooLong(size.bytes)
    return { kind: 'resized' }
  }
  deps.log.warn(about, 'a metered call failed')
  return { kind: 'refused', refusal: refusalOfFailure(failure) }
}

// Some servers break the connection off where others answer 414. It is the length when they do so only for a request
// line longer than any taken before, and answer everything else.
async function isAboutLength(deps: CallDeps, failure: Failure, size: CallSize): Promise<boolean> {
  if (failure.code === 'url_too_long') return true
  if (failure.code !== 'reset' || (await deps.limits.isProvenLength(size.bytes))) return false
  return deps.upstream.isAlive()
}
