import type { Logger } from 'pino'
import type { ColumnPlan } from '../core/known-columns.ts'
import { PROPERTY_TYPES } from '../core/listing-words.ts'
import { CURRENCIES } from '../core/rates.ts'

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
  now: () => Date
  log: Logger
  onProgress?: ((text: string) => void) | undefined
}

/** Throws on an option that no file could be read with. */
export function checkOptions({ files, country, currency, adSubType, propertyType }: ImportOptions): void {
  if (files.length === 0) throw new Error('no file to import was named')
  if (country !== undefined && !/^[a-z]{2}$/i.test(country))
    throw new Error(`country "${country}" should be an alpha-2 code such as es`)
  if (currency !== undefined && !CURRENCIES.includes(currency.toUpperCase())) {
    throw new Error(`currency "${currency}" has no exchange rate here; those that have are ${CURRENCIES.join(', ')}`)
  }
  if (adSubType !== undefined && adSubType !== 'buy' && adSubType !== 'rent')
    throw new Error(`ad_sub_type "${adSubType}" should be buy or rent`)
  if (propertyType !== undefined && !(PROPERTY_TYPES as readonly string[]).includes(propertyType)) {
    throw new Error(`property type "${propertyType}" should be one of ${PROPERTY_TYPES.join(', ')}`)
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
