import { BASE_CURRENCY, type Currency, parseCurrency } from '../../domain/currency.ts'
import { setAddress } from '../state/use-address.ts'

const STORAGE_KEY = 'squaremetre.currency'

/** The currency chosen last on this device; the base one where none was, or storage is forbidden. */
export function rememberedCurrency(storage: Pick<Storage, 'getItem'>): Currency {
  try {
    return parseCurrency(storage.getItem(STORAGE_KEY) ?? '') ?? BASE_CURRENCY
  } catch {
    // Storage may be blocked: the choice then lasts as long as the address.
    return BASE_CURRENCY
  }
}

/** Keeps a choice for the next visit. */
export function rememberCurrency(storage: Pick<Storage, 'setItem'>, currency: Currency): void {
  try {
    storage.setItem(STORAGE_KEY, currency)
  } catch {
    // Full or forbidden storage forgets the choice with the page.
  }
}

/** Shows the page in the currency chosen last, unless its address names one. */
export function openInRememberedCurrency(storage: Pick<Storage, 'getItem'>): void {
  if (new URLSearchParams(window.location.search).has('currency')) return
  const currency = rememberedCurrency(storage)
  if (currency !== BASE_CURRENCY) setAddress({ currency }, 'replace')
}
