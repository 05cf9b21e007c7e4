import { setTimeout as sleep } from 'node:timers/promises'
import type { CurrencyRate } from '../../contract/currency-rate.ts'
import type { Refusal } from '../../contract/proxy-api.ts'
import { BASE_CURRENCY, type Currency, isOffered } from '../../domain/currency.ts'
import type { AsOf } from '../../domain/period.ts'
import { admitFor } from '../buying/claims/commitment.ts'
import { createLeases, LEASE_TIMES, type LeaseTimes } from '../buying/claims/leases.ts'
import { type LeaseLedger, LedgerUnreachable } from '../ledger/ledger.ts'
import { rateIn, ratesLesson } from '../ledger/rates-lesson.ts'
import { unpackTile } from '../tiles/stored-tile.ts'
import { unlessObjected } from '../upstream/asking.ts'
import { isOfOneViewer, LEDGER_UNREACHABLE, ownRefusal, STOPPING } from '../upstream/connection/refusals.ts'
import { LEAST_CELLS } from './currency-rate.ts'
import { buyRate, countPriced, type RateAnswer, type RatePurchaseDeps, type RateWanted } from './rate-purchase.ts'

/** How the figures of a period are shown in other currencies. */
export interface Rates {
  /** Null when not held. Spends nothing. */
  held(as_of: AsOf, currency: Currency): Promise<CurrencyRate | null>
  /** Returns the held rate, or finds it with at most one metered call, shared by everyone who requests it meanwhile. */
  find(wanted: RateWanted): Promise<RateAnswer>
  /** Waits for purchases under way; starts no others. */
  drain(): Promise<void>
  /** Stops renewing leases. */
  close(): void
}

export interface RatesDeps extends Omit<RatePurchaseDeps, 'isStopping'> {
  readonly ledger: RatePurchaseDeps['ledger'] & LeaseLedger
  /** Returns the service's currencies (free); null when it does not list them. */
  readonly currencies: () => Promise<readonly string[] | null>
  /** A steady clock in milliseconds. */
  readonly elapsed: () => number
  readonly leaseTimes?: LeaseTimes | undefined
}

/** Creates rates, which the ledger keeps as long as their period. */
export function createRates(deps: RatesDeps): Rates {
  const { ledger, leaseTimes: times = LEASE_TIMES } = deps
  const leases = createLeases({ ...deps, times })
  const underWay = new Map<string, Promise<RateAnswer>>()
  let stopping = false
  const held = async (as_of: AsOf, currency: Currency) => rateIn(await ledger.learned(ratesLesson(as_of)), currency)

  const buyAlone = async (wanted: RateWanted, lease: string): Promise<RateAnswer> => {
    while (!(await leases.take([lease])).has(lease)) {
      if (stopping) return refused(STOPPING)
      await sleep(times.poll)
    }
    let written: Promise<void> | undefined
    try {
      const known = await held(wanted.name.as_of, wanted.currency)
      if (known !== null) return { kind: 'known', rate: known }
      const isLost = async () => (await leases.lost([lease])).size > 0
      const admit = admitFor(wanted.waiter, async () =>
        unlessObjected(await deps.spending.admit(wanted.viewer), async () => ((await isLost()) ? LEASE_LOST : null)),
      )
      const answer = await buyRate({ ...deps, isStopping: () => stopping }, wanted, admit)
      if (answer.kind === 'refused') written = answer.written
      return answer
    } finally {
      if (written === undefined) await leases.release([lease])
      else void Promise.allSettled([written]).then(() => leases.release([lease]))
    }
  }
  const find = async (wanted: RateWanted): Promise<RateAnswer> => {
    const lease = `rate ${wanted.name.as_of} ${wanted.currency}`
    const refusal = await objection(deps, wanted)
    if (refusal !== null) return refused(refusal)
    for (;;) {
      const known = await held(wanted.name.as_of, wanted.currency)
      if (known !== null) return { kind: 'known', rate: known }
      const others = underWay.get(lease)
      if (others === undefined) {
        const mine = buyAlone(wanted, lease).finally(() => underWay.delete(lease))
        underWay.set(lease, mine)
        return mine
      }
      const answer = await others
      if (answer.kind === 'known' || !concernsOtherOnly(answer.refusal)) return answer
    }
  }
  return {
    held,
    find: (wanted) =>
      find(wanted).catch((error: unknown) => {
        if (!(error instanceof LedgerUnreachable)) throw error
        deps.log.error(
          { err: error, ...wanted.name, currency: wanted.currency },
          'a rate could not be found: the ledger cannot be reached',
        )
        return refused(LEDGER_UNREACHABLE)
      }),
    drain: async () => {
      stopping = true
      await Promise.allSettled(underWay.values())
    },
    close: () => leases.close(),
  }
}

/** Returns why this tile cannot reveal the rate of this currency for any viewer, or null. Free. */
async function objection({ ledger, currencies }: RatesDeps, wanted: RateWanted): Promise<Refusal | null> {
  const { name, parent, currency } = wanted
  if (rateIn(await ledger.learned(ratesLesson(name.as_of)), currency) !== null) return null
  const tile = await ledger.tile(name, parent)
  if (tile === null) return ownRefusal('not_held', `The tile ${parent} is not held. Name a held tile.`)
  const priced = countPriced(unpackTile(tile).figures)
  if (priced < LEAST_CELLS) {
    const message = `Expected a tile with at least ${LEAST_CELLS} priced cells, found ${priced} in ${parent}. Name another tile.`
    return ownRefusal('too_few_figures', message)
  }
  const home = (await ledger.edition(name))?.currency
  if (home !== BASE_CURRENCY) {
    return ownRefusal('rate_undecided', `Figures are in ${home ?? 'another currency'}, for which no rate can be found.`)
  }
  if (isOffered(currency, await currencies())) return null
  return ownRefusal('invalid_parameter', `The statistics service has no currency '${currency}'.`)
}

/** True when only the other viewer is refused: they have reached a cap, or named a tile that does not reveal the rate. */
function concernsOtherOnly(refusal: Refusal): boolean {
  return isOfOneViewer(refusal) || refusal.code === 'rate_undecided'
}

function refused(refusal: Refusal): RateAnswer {
  return { kind: 'refused', refusal }
}

const LEASE_LOST = ownRefusal('lease_lost', 'Another proxy is already finding this rate. Try again in a moment.')
