import type { Resolution } from './cell.ts'
import type { Currency } from './currency.ts'
import type { LensKey } from './lens.ts'
import type { AsOf } from './period.ts'

/** Names everything bought under one period, lens, resolution and currency. */
export interface EditionName {
  readonly as_of: AsOf
  readonly lens: LensKey
  readonly resolution: Resolution
  /** Left out for the base currency, in which everything is bought that can be converted. */
  readonly currency?: Currency
}
