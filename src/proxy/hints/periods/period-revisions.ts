import type { Logger } from 'pino'
import type { Edition } from '../../../contract/proxy-api.ts'
import type { ReceivedCoverage } from '../../../contract/service/coverage.ts'
import { type AsOf, parseAsOf } from '../../../domain/period.ts'
import type { TileLedger } from '../../ledger/ledger.ts'
import type { ReadCoverage } from '../stated/coverage-reader.ts'
import type { PeriodFinder } from './period-finder.ts'

/** Keeps the ledger from holding figures that the service has built again. */
export interface PeriodRevisions {
  /**
   * Drops what is held of periods for which the service now names another revision; at most once a minute. Requests and
   * waits for nothing from a service that has named no revisions. Never rejects.
   */
  check(): Promise<void>
  /** Begins such a check every ten seconds, and waits for nothing. */
  glance(): void
  /**
   * Returns an edition with the revision of its period. Only one that `/coverage` names, or will name for a new period, means
   * what ours does: a service of another make may give each market, or each answer, one of its own.
   */
  stamp(edition: Edition): Promise<Edition>
}

/** Milliseconds for which a call that was answered before a change may still be written after it. */
const IN_FLIGHT = 300_000
/** Milliseconds between two looks at whether coverage is due again. */
const GLANCE_EVERY = 10_000

/** Compares the revisions in `/coverage` with those of the held editions. Services that name none never change. */
export function createPeriodRevisions(deps: {
  coverage: ReadCoverage
  ledger: Pick<TileLedger, 'forget' | 'revisions'>
  period: Pick<PeriodFinder, 'lookAgain'>
  log: Logger
  elapsed: () => number
}): PeriodRevisions {
  const { coverage, ledger, period, log, elapsed } = deps
  let last: ReceivedCoverage | null = null
  let named: ReadonlyMap<string, string> = new Map()
  let changed: { text: string; at: number } | null = null
  let glanceAt = 0
  let checking: Promise<void> = Promise.resolve()

  const compare = async (): Promise<void> => {
    const revised: AsOf[] = []
    for (const { as_of, revision } of await ledger.revisions()) {
      const now = named.get(as_of)
      const label = parseAsOf(as_of)
      if (now !== undefined && now !== revision && label !== null && !revised.includes(label)) revised.push(label)
    }
    if (revised.length === 0) return
    await ledger.forget(revised)
    period.lookAgain()
    const text = 'the service has other figures of these periods now: what was held of them is dropped'
    log.warn({ periods: revised, revisions: revised.map((label) => named.get(label)) }, text)
  }
  const namesRevisions = async (): Promise<boolean> => {
    return named.size > 0 || (await ledger.revisions()).some(({ revision }) => revision !== null)
  }
  const check = async (): Promise<void> => {
    if (!(await namesRevisions())) return
    const read = await coverage()
    if (read === null || read === last) return
    const text = JSON.stringify(read.revisions ?? {})
    if (changed?.text !== text) changed = { text, at: elapsed() }
    named = new Map(Object.entries(read.revisions ?? {}))
    if (elapsed() - changed.at <= IN_FLIGHT) await compare()
    // Only now, so that the next check repeats one that failed.
    last = read
  }
  const checkNow = (): Promise<void> => {
    checking = checking.then(check).catch((err: unknown) => {
      log.error({ err }, 'the revisions of held periods could not be compared')
    })
    return checking
  }
  return {
    check: checkNow,
    glance: () => {
      if (elapsed() < glanceAt) return
      glanceAt = elapsed() + GLANCE_EVERY
      void checkNow()
    },
    stamp: async (edition) => {
      const { snapshot } = edition
      const own = snapshot.revision ?? null
      if (own !== null && named.size === 0) {
        const read = await coverage()
        // Nobody can say yet what it means.
        if (read === null) return edition
        named = new Map(Object.entries(read.revisions ?? {}))
      }
      const stated = named.get(edition.as_of) ?? null
      // An answer's own can be newer, and that of a new period comes before the next reading of coverage.
      const revision = stated === null && !isNewerThan(named, edition.as_of) ? null : (own ?? stated)
      return revision === own ? edition : { ...edition, snapshot: { ...snapshot, revision } }
    },
  }
}

/** True for a period after all that were named, if any were. */
function isNewerThan(named: ReadonlyMap<string, string>, as_of: string): boolean {
  return named.size > 0 && [...named.keys()].every((label) => label < as_of)
}
