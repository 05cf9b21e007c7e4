import { PROPERTY_TYPES } from '../listings/listing-words.ts'
import { CURRENCIES } from '../rates/rates.ts'
import type { ServiceDeps } from '../requests/service-env.ts'

/** Currencies that figures can be shown in: those that the period was converted with. */
export function currenciesOf({ figures }: ServiceDeps): readonly string[] {
  const rates = figures.newest()?.meta.usd_per_unit
  return rates ? [...new Set(['USD', ...Object.keys(rates)])].sort() : CURRENCIES
}

/** Property types that some listing of the newest period has; every known one where no period is published. */
export function propertyTypesOf({ figures }: ServiceDeps): readonly string[] {
  const held = figures.newest()?.propertyTypes
  return held ? PROPERTY_TYPES.filter((type) => held.includes(type)) : PROPERTY_TYPES
}
