import type { MeteredCall } from './bodies/metered-call.ts'
import type { RateWindow } from './rate-window.ts'
import type { StrangeRules } from './rules/rules.ts'

/** What a running service keeps. */
export interface ServiceState {
  readonly token: string
  readonly rules: StrangeRules
  /** Every metered request, in order, refused ones included. */
  readonly calls: MeteredCall[]
  /** Targets of free requests, in order. */
  readonly free: string[]
  /** Free requests by path. */
  readonly numbers: Map<string, number>
  readonly windows: Readonly<Record<'metered' | 'free', RateWindow & { left: number | null }>>
  /** Metered calls that were charged. */
  used: number
}
