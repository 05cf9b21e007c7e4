import { useEffect } from 'react'
import { BASE_CURRENCY, type Currency, parseCurrency } from '../../domain/currency.ts'
import { deviceSetting } from '../state/device/device-setting.ts'
import { setAddress } from '../state/use-address.ts'

/** The currency last chosen on this device; the base currency when there is none. */
export const currencySetting = deviceSetting<Currency>('squaremetre.currency', {
  parse: (raw) => parseCurrency(raw ?? '') ?? BASE_CURRENCY,
  format: (currency) => currency,
})

/** Takes over the currency that the viewer chooses in other tabs. */
export function useOtherTabsCurrency(): void {
  useEffect(() => currencySetting.follow((currency) => setAddress({ currency }, 'replace')), [])
}

/** Opens the page in the currency last chosen, unless the address names one. */
export function openInRememberedCurrency(): void {
  if (new URLSearchParams(window.location.search).has('currency')) return
  const currency = currencySetting.read()
  if (currency !== BASE_CURRENCY) setAddress({ currency }, 'replace')
}
