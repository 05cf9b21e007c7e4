import { setTimeout as sleep } from 'node:timers/promises'
import type { CurrencyRate } from '../../contract/currency-rate.ts'
import type { Refusal } from '../../contract/proxy-api.ts'
import type { Currency } from '../../domain/currency.ts'
import type { AsOf } from '../../domain/period.ts'
import { createLeases, LEASE_TIMES, type LeaseTimes } from '../buying/leases.ts'
import { type LeaseLedger, LedgerUnreachable } from '../ledger/ledger.ts'
import { rateIn, ratesLesson } from '../ledger/rates-lesson.ts'
import { unpackTile } from '../tiles/stored-tile.ts'
import { unlessObjected } from '../upstream/asking.ts'
import { isOfOneViewer, LEDGER_UNREACHABLE, ownRefusal, STOPPING } from '../upstream/refusals.ts'
import { LEAST_CELLS } from './currency-rate.ts'
import { buyRate, countPriced, type RateAnswer, type RatePurchaseDeps, type RateWanted } from './rate-purchase.ts'

/** How the figures of a period are shown in other currencies. */
export interface Rates {
  /** Null when not held. Spends nothing. */
  held(as_of: AsOf, currency: Currency): Promise<CurrencyRate | null>
  /** The rate that is held, or else found by at most one metered call, whoever else asks for it at the same time. */
  find(wanted: RateWanted): Promise<RateAnswer>
  /** Waits for what is under way; nothing further is begun. */
  drain(): Promise<void>
  /** Ends the renewing of leases. */
  close(): void
}

export interface RatesDeps extends Omit<RatePurchaseDeps, 'isStopping'> {
  readonly ledger: RatePurchaseDeps['ledger'] & LeaseLedger
  /** The currencies that the service says it has (free); null where it does not say. */
  readonly currencies: () => Promise<readonly string[] | null>
  /** A steady clock in milliseconds. */
  readonly elapsed: () => number
  readonly leaseTimes?: LeaseTimes | undefined
}

/** Rates kept in the ledger for as long as their period. */
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
      const admit = async () =>
        unlessObjected(await deps.spending.admit(wanted.viewer), async () => ((await isLost()) ? LEASE_LOST : null))
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
      if (answer.kind === 'known' || !isOfTheOther(answer.refusal)) return answer
    }
  }
  return {
    held,
    find: (wanted) =>
      find(wanted).catch((error: unknown) => {
        if (!(error instanceof LedgerUnreachable)) throw error
        deps.log.error({ err: error, ...wanted.name, currency: wanted.currency }, 'a rate was refused')
        return refused(LEDGER_UNREACHABLE)
      }),
    drain: async () => {
      stopping = true
      await Promise.allSettled(underWay.values())
    },
    close: () => leases.close(),
  }
}

/** What keeps a rate from being told by this tile, or of this currency, whoever asks. Free. */
async function objection({ ledger, currencies }: RatesDeps, wanted: RateWanted): Promise<Refusal | null> {
  const { name, parent, currency } = wanted
  if (rateIn(await ledger.learned(ratesLesson(name.as_of)), currency) !== null) return null
  const tile = await ledger.tile(name, parent)
  if (tile === null) return ownRefusal('not_held', `The tile ${parent} is not held: name one whose figures are.`)
  const priced = countPriced(unpackTile(tile).figures)
  if (priced < LEAST_CELLS) {
    const message = `Only ${priced} cells of the tile ${parent} have a price, and ${LEAST_CELLS} are needed to tell a rate: name another.`
    return ownRefusal('too_few_figures', message)
  }
  const offered = await currencies()
  if (offered === null || offered.includes(currency)) return null
  return ownRefusal('invalid_parameter', `The statistics service has no currency '${currency}'.`)
}

/** The other viewer has spent what one may, or named a tile that tells nothing. */
function isOfTheOther(refusal: Refusal): boolean {
  return isOfOneViewer(refusal) || refusal.code === 'rate_undecided'
}

function refused(refusal: Refusal): RateAnswer {
  return { kind: 'refused', refusal }
}

const LEASE_LOST = ownRefusal('lease_lost', 'Another proxy is finding this rate by now; ask again in a moment.')
