import { invalid, type Parsed } from '../../contract/parsed.ts'
import { type Cell, isResolution, parseCell, type Resolution } from '../../domain/cell.ts'
import { BASE_CURRENCY, type Currency, parseCurrency } from '../../domain/currency.ts'
import type { EditionName } from '../../domain/edition.ts'
import { lensKey, parseLensKey } from '../../domain/lens.ts'
import { type AsOf, parseAsOf } from '../../domain/period.ts'
import { tileResolution } from '../../domain/tile.ts'

/** Reads an edition's name from a path or a request's body. */
export function parseEditionName(raw: {
  as_of: string
  lens: string
  resolution: string
  currency?: string | null | undefined
}): Parsed<EditionName> {
  const as_of = parsePeriod(raw.as_of)
  if (as_of.kind === 'invalid') return as_of
  const lens = parseLensKey(raw.lens)
  if (lens === null) {
    return invalid(
      'lens',
      `expected a canonical lens (filters as a query string sorted by name, without defaults, or 'default'), found '${raw.lens}'`,
    )
  }
  const resolution = Number(raw.resolution)
  if (!/^\d$/.test(raw.resolution) || !isResolution(resolution)) {
    return invalid('resolution', `expected resolution 4, 5, 6, 7 or 8, found '${raw.resolution}'`)
  }
  const currency = parseCurrencyCode(raw.currency ?? BASE_CURRENCY)
  if (currency.kind === 'invalid') return currency
  const name = { as_of: as_of.value, lens: lensKey(lens), resolution }
  return { kind: 'ok', value: currency.value === BASE_CURRENCY ? name : { ...name, currency: currency.value } }
}

/** Reads the label of a period. */
export function parsePeriod(raw: string): Parsed<AsOf> {
  const as_of = parseAsOf(raw)
  if (as_of !== null) return { kind: 'ok', value: as_of }
  return invalid('as_of', `expected as_of to be the first day of a month, such as 2026-11-01, found '${raw}'`)
}

/** Reads the code of a currency. */
export function parseCurrencyCode(raw: string): Parsed<Currency> {
  const currency = parseCurrency(raw)
  if (currency !== null) return { kind: 'ok', value: currency }
  return invalid('currency', `expected currency to be three capital letters, such as EUR, found '${raw}'`)
}

/** Reads the parent of a tile at a resolution. */
export function parseParent(raw: string, resolution: Resolution): Parsed<Cell> {
  const parent = parseCell(raw)
  if (parent === null || tileResolution(parent) !== resolution) {
    return invalid(
      'parent',
      `expected parent to be an H3 cell of resolution ${resolution - 3} for figures at ${resolution}, found '${raw}'`,
    )
  }
  return { kind: 'ok', value: parent }
}
