import type { Logger } from 'pino'
import { encodingOf } from '../csv/text-encoding.ts'
import { PROPERTY_TYPES } from '../listings/listing-words.ts'
import type { RateTable } from '../rates/rate-table.ts'
import type { ColumnPlan } from './known-columns.ts'

/** What to import and how to read it; where a file has a column for something, its cells go before the option. */
export interface ImportOptions {
  dataDir: string
  files: readonly string[]
  /** Column names by field (`{price: 'PRICE'}`), or one value for every row (`{currency: '=EUR'}`). */
  map?: Readonly<Record<string, string>> | undefined
  /** Alpha-2; by default that of the nearest town. */
  country?: string | undefined
  /** A day or a month, in any form that a column may have. */
  date?: string | undefined
  /** ISO 4217; by default the country's. */
  currency?: string | undefined
  /** `buy` (the default) or `rent`. */
  adSubType?: string | undefined
  propertyType?: string | undefined
  /** Kept with each listing; by default the file's name. */
  source?: string | undefined
  /** Any name that the WHATWG has for an encoding; found out by default. */
  encoding?: string | undefined
  /** Whether 3/4/2026 has the day or the month first; found out by default. */
  dateOrder?: 'dmy' | 'mdy' | undefined
  /** Whether 1.250 has a decimal point or 1,250 a decimal comma; found out by default. */
  decimalSign?: 'point' | 'comma' | undefined
  /** What parts a zone from the place around it in one cell; by default "/", where every cell has one. */
  placeSeparator?: string | undefined
  /** Areas in m² that are out of these bounds are taken as unknown; by default all above 0 are taken as they are. */
  minArea?: number | undefined
  maxArea?: number | undefined
  /** From how many places named on one point it is a default point; 5 by default, 0 takes every point as it is. */
  defaultPointPlaces?: number | undefined
  /** Leaves latitude and longitude as they are where they are exchanged. */
  keepSwapped?: boolean | undefined
  now: () => Date
  log: Logger
  onProgress?: ((text: string) => void) | undefined
}

/** Throws on an option that no file could be read with. */
export function checkOptions(options: ImportOptions, rates: RateTable): void {
  const { files, country, currency, adSubType, propertyType } = options
  if (files.length === 0) throw new Error('no file to import was named')
  if (country !== undefined && !/^[a-z]{2}$/i.test(country))
    throw new Error(`country "${country}" should be an alpha-2 code such as es`)
  if (currency !== undefined && !rates.has(currency.toUpperCase())) {
    const known = [...rates.keys()].sort().join(', ')
    throw new Error(
      `currency "${currency}" has no exchange rate here; those that have are ${known}; "squaremetre rates" loads others`,
    )
  }
  if (adSubType !== undefined && adSubType !== 'buy' && adSubType !== 'rent')
    throw new Error(`ad_sub_type "${adSubType}" should be buy or rent`)
  if (propertyType !== undefined && !(PROPERTY_TYPES as readonly string[]).includes(propertyType)) {
    throw new Error(`property type "${propertyType}" should be one of ${PROPERTY_TYPES.join(', ')}`)
  }
  checkReading(options)
}

function checkReading({ encoding, placeSeparator, minArea, maxArea, defaultPointPlaces }: ImportOptions): void {
  if (encoding !== undefined) encodingOf(encoding)
  if (placeSeparator === '') throw new Error('the separator of places should be a text such as "/"')
  for (const area of [minArea, maxArea]) {
    if (area !== undefined && !(area > 0)) throw new Error(`area ${area} should be a number of m² above 0`)
  }
  if (minArea !== undefined && maxArea !== undefined && minArea > maxArea)
    throw new Error(`the least area ${minArea} is above the greatest, ${maxArea}`)
  if (
    defaultPointPlaces !== undefined &&
    defaultPointPlaces !== 0 &&
    !(Number.isInteger(defaultPointPlaces) && defaultPointPlaces > 1)
  ) {
    throw new Error(`places on a default point ${defaultPointPlaces} should be a whole number from 2, or 0 for no rule`)
  }
}

/** Throws when a file lacks what every listing has to have, and says which option would help. */
export function requireFields(plan: ColumnPlan, header: readonly string[], { date }: ImportOptions): void {
  const missing = (['price', 'lat', 'lng'] as const).filter((field) => !plan[field])
  const columns = `its columns are ${header.join(', ')}`
  if (missing.length > 0) {
    const pairs = missing.map((field) => `${field}=COLUMN`).join(',')
    throw new Error(`no column was found for ${missing.join(', ')}; name it with --map ${pairs}; ${columns}`)
  }
  if (!plan.date && date === undefined) {
    throw new Error(
      `no column was found for the date; give one date for all rows with --date (such as 2019-04 or 2019-04-30), or name the column with --map date=COLUMN; ${columns}`,
    )
  }
}
