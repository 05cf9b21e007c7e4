/** When to stop asking, and for how long; times in milliseconds. */
export interface CircuitRules {
  /** Faults in a row that open it. */
  readonly faults: number
  /** Until the first probe; twice as long after each probe that fails. */
  readonly pause: number
  readonly longestPause: number
}

export const DEFAULT_CIRCUIT: CircuitRules = { faults: 5, pause: 10_000, longestPause: 120_000 }

/** Keeps what fails again and again from being asked: open after faults in a row, then one probe at a time. */
export class Circuit {
  private faults = 0
  private pause: number
  /** Null while closed. */
  private probeAt: number | null = null
  private isProbing = false
  private readonly rules: CircuitRules
  private readonly elapsed: () => number

  /** `elapsed` is a steady clock in milliseconds. */
  constructor(rules: CircuitRules, elapsed: () => number) {
    this.rules = rules
    this.elapsed = elapsed
    this.pause = rules.pause
  }

  /** Milliseconds until a request may be made; null when it may be made now. */
  wait(): number | null {
    if (this.probeAt === null) return null
    const left = this.probeAt - this.elapsed()
    if (left > 0) return left
    return this.isProbing ? this.rules.pause : null
  }

  /** A request is made now: while open, it is the probe. */
  begin(): void {
    if (this.probeAt !== null) this.isProbing = true
  }

  answered(): void {
    this.faults = 0
    this.pause = this.rules.pause
    this.probeAt = null
    this.isProbing = false
  }

  failed(): void {
    if (this.probeAt === null) {
      this.faults++
      if (this.faults >= this.rules.faults) this.open()
    } else if (this.isProbing) {
      this.pause = Math.min(this.pause * 2, this.rules.longestPause)
      this.open()
    }
  }

  /** The probe ended without telling anything: another may be made. */
  undecided(): void {
    this.isProbing = false
  }

  private open(): void {
    this.isProbing = false
    this.probeAt = this.elapsed() + this.pause
  }
}
