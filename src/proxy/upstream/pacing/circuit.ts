/** When to stop sending requests, and for how long; times in milliseconds. */
export interface CircuitRules {
  /** Faults in a row that open the circuit. */
  readonly faults: number
  /** Pause before the first probe; doubles after each failed probe. */
  readonly pause: number
  readonly longestPause: number
}

export const DEFAULT_CIRCUIT: CircuitRules = { faults: 5, pause: 10_000, longestPause: 120_000 }

/** A circuit breaker: opens after several faults in a row, then allows one probe at a time. */
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

  /** A request starts; while the circuit is open, it is the probe. */
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

  /** The probe's result showed nothing, so another may be made. */
  undecided(): void {
    this.isProbing = false
  }

  private open(): void {
    this.isProbing = false
    this.probeAt = this.elapsed() + this.pause
  }
}
