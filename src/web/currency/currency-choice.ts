import { BASE_CURRENCY, type Currency, parseCurrency } from '../../domain/currency.ts'
import { setAddress } from '../state/use-address.ts'

const STORAGE_KEY = 'squaremetre.currency'

/** Returns the last currency chosen on this device; the base currency when there is none or storage is blocked. */
export function rememberedCurrency(storage: Pick<Storage, 'getItem'>): Currency {
  try {
    return parseCurrency(storage.getItem(STORAGE_KEY) ?? '') ?? BASE_CURRENCY
  } catch {
    // Storage is blocked: the choice lasts as long as the address.
    return BASE_CURRENCY
  }
}

/** Keeps a choice for the next visit. */
export function rememberCurrency(storage: Pick<Storage, 'setItem'>, currency: Currency): void {
  try {
    storage.setItem(STORAGE_KEY, currency)
  } catch {
    // Storage is full or blocked: the choice ends with the page.
  }
}

/** Opens the page in the last currency chosen, unless the address names one. */
export function openInRememberedCurrency(storage: Pick<Storage, 'getItem'>): void {
  if (new URLSearchParams(window.location.search).has('currency')) return
  const currency = rememberedCurrency(storage)
  if (currency !== BASE_CURRENCY) setAddress({ currency }, 'replace')
}
