import { PROPERTY_TYPES } from '../listings/listing-words.ts'
import { CURRENCIES } from '../rates/rates.ts'
import type { ServiceDeps } from '../requests/service-env.ts'

/** Currencies in which figures can be shown: those for which the newest period has rates. */
export function currenciesOf({ figures }: ServiceDeps): readonly string[] {
  const rates = figures.newest()?.meta.usd_per_unit
  return rates ? [...new Set(['USD', ...Object.keys(rates)])].sort() : CURRENCIES
}

/** Property types of the newest period's listings; all known types when no period is published. */
export function propertyTypesOf({ figures }: ServiceDeps): readonly string[] {
  const held = figures.newest()?.propertyTypes
  return held ? PROPERTY_TYPES.filter((type) => held.includes(type)) : PROPERTY_TYPES
}
