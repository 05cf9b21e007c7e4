import { type Invalid, invalid, type Parsed } from '../../contract/parsed.ts'
import { type Cell, isResolution, parseCell, type Resolution } from '../../domain/cell.ts'
import { BASE_CURRENCY, type Currency, parseCurrency } from '../../domain/currency.ts'
import { type LensKey, lensKey, parseLensKey } from '../../domain/lens.ts'
import { type AsOf, parseAsOf } from '../../domain/period.ts'
import { tileResolution } from '../../domain/tile.ts'

/** Names everything bought under one period, lens, resolution and currency. */
export interface EditionName {
  readonly as_of: AsOf
  readonly lens: LensKey
  readonly resolution: Resolution
  /** Left out for the base currency, in which all is bought that can be converted. */
  readonly currency?: Currency
}

/** Reads an edition's name as it stands in a path or a request's body. */
export function parseEditionName(raw: {
  as_of: string
  lens: string
  resolution: string
  currency?: string | null | undefined
}): Parsed<EditionName> {
  const as_of = parseAsOf(raw.as_of)
  if (as_of === null) {
    return invalid('as_of', `as_of '${raw.as_of}' is no period: give the first day of a month, as 2026-11-01`)
  }
  const lens = parseLensKey(raw.lens)
  if (lens === null) {
    return invalid(
      'lens',
      `lens '${raw.lens}' is not canonical: give the filters as a query string sorted by name without defaults, or 'default'`,
    )
  }
  const resolution = Number(raw.resolution)
  if (!/^\d$/.test(raw.resolution) || !isResolution(resolution)) {
    return invalid('resolution', `resolution '${raw.resolution}' is not held: give 4, 5, 6, 7 or 8`)
  }
  const currency = parseCurrency(raw.currency ?? BASE_CURRENCY)
  if (currency === null) return noCurrency(raw.currency ?? '')
  const name = { as_of, lens: lensKey(lens), resolution }
  return { kind: 'ok', value: currency === BASE_CURRENCY ? name : { ...name, currency } }
}

/** The error for a currency that is not written as a code. */
export function noCurrency(raw: string): Invalid {
  return invalid('currency', `currency '${raw}' is no code: give three capital letters, as EUR`)
}

/** Reads the parent of a tile at a resolution. */
export function parseParent(raw: string, resolution: Resolution): Parsed<Cell> {
  const parent = parseCell(raw)
  if (parent === null || tileResolution(parent) !== resolution) {
    return invalid(
      'parent',
      `parent '${raw}' is no tile at resolution ${resolution}: give an H3 cell of resolution ${resolution - 3}`,
    )
  }
  return { kind: 'ok', value: parent }
}
