import { type Lens, lensKey, parseLensKey } from '../../../domain/lens.ts'
import type { AsOf } from '../../../domain/period.ts'
import { formatMonth, parseMonth } from './metric-choice.ts'

/** What a second map shows that the first does not: other filters, or another period. */
export type Beside = { readonly kind: 'lens'; readonly lens: Lens } | { readonly kind: 'period'; readonly period: AsOf }

/** How two maps lie: side by side, or one over the other with a divider between them. */
export const SPLITS = ['side', 'swipe'] as const
export type Split = (typeof SPLITS)[number]

/** The second map in the address. */
export interface BesideChoice {
  /** Null while there is one map. */
  readonly beside: Beside | null
  readonly split: Split
}

export const ONE_MAP: BesideChoice = { beside: null, split: 'side' }

/** Reads `2025-11`, a period, or a lens such as `ad_sub_type=rent`; null for anything else. */
export function parseBeside(raw: string | null): Beside | null {
  const period = parseMonth(raw)
  if (period !== null) return { kind: 'period', period }
  const lens = raw ? parseLensKey(raw) : null
  return lens && { kind: 'lens', lens }
}

/** Reads the parameters that `formatBesideChoice` writes; an invalid one falls back on its own. */
export function parseBesideChoice(params: URLSearchParams): BesideChoice {
  const beside = parseBeside(params.get('beside'))
  const split = SPLITS.find((known) => known === params.get('split'))
  return { beside, split: beside === null ? ONE_MAP.split : (split ?? ONE_MAP.split) }
}

/** Adds the parameters of a second map. */
export function formatBesideChoice({ beside, split }: BesideChoice, params: URLSearchParams): void {
  if (beside === null) return
  params.set('beside', besideText(beside))
  if (split !== ONE_MAP.split) params.set('split', split)
}

/** Returns the text that `parseBeside` reads back. */
export function besideText(beside: Beside): string {
  return beside.kind === 'period' ? formatMonth(beside.period) : lensKey(beside.lens)
}
