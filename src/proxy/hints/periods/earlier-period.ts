import { type AsOf, parseAsOf } from '../../../domain/period.ts'
import type { LessonLedger } from '../../ledger/ledger.ts'

/** Behind a balancer, one copy of a service may lag behind: an earlier period than one held is believed after as many rounds in a row. */
const ROUNDS_BACK = 5
/** The earlier period that is believed, until the service names a later one again; null for none. */
const LESSON = 'earlier period'

/** The period that zones name although it is earlier than one held, and whether it is believed. */
export class EarlierPeriod {
  readonly #ledger: LessonLedger
  #named: AsOf | null = null
  /** The rounds of the search in a row that named one while no answer named a later one. */
  #rounds = 0
  #recalling: Promise<void> | null = null

  constructor(ledger: LessonLedger) {
    this.#ledger = ledger
  }

  /** The one that is believed; null for none. */
  get believed(): AsOf | null {
    return this.#isBelieved() ? this.#named : null
  }

  /** True while one is named that is not believed yet. */
  get isDoubted(): boolean {
    return this.#named !== null && !this.#isBelieved()
  }

  /** Reads from the ledger, once, what a process before this one has come to believe. */
  recall(): Promise<void> {
    this.#recalling ??= this.#recallOnce().catch((error: unknown) => {
      this.#recalling = null
      throw error
    })
    return this.#recalling
  }

  /** Counts a round of the search: the earlier period that it named, or null if it named none. */
  async countRound(named: AsOf | null): Promise<void> {
    const wasBelieved = this.#isBelieved()
    const isSame = named === this.#named
    this.#named = named
    this.#rounds = named === null ? 0 : this.#rounds + 1
    const isBelieved = this.#isBelieved()
    const isNews = isBelieved !== wasBelieved || (isBelieved && !isSame)
    if (isNews) await this.#ledger.learn(LESSON, isBelieved ? named : null)
  }

  /** Takes the period of an answer: a later one ends it. */
  async note(as_of: AsOf): Promise<void> {
    await this.recall()
    if (this.#named !== null && as_of > this.#named) await this.countRound(null)
  }

  /** Forgets it, because the service has changed its periods: the next one is believed at once. */
  forget(): void {
    this.#named = null
    this.#rounds = ROUNDS_BACK
  }

  #isBelieved(): boolean {
    return this.#rounds >= ROUNDS_BACK
  }

  async #recallOnce(): Promise<void> {
    const learned = await this.#ledger.learned(LESSON)
    const believed = typeof learned === 'string' ? parseAsOf(learned) : null
    if (believed === null || this.#named !== null) return
    this.#named = believed
    this.#rounds = ROUNDS_BACK
  }
}
