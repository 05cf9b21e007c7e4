import { useQuery } from '@tanstack/react-query'
import { BASE_CURRENCY, type Currency, parseCurrency } from '../../domain/currency.ts'
import { filtersOptions } from '../free/filters.ts'
import { t } from '../language/translate.ts'
import { setAddress, useAddress } from '../state/use-address.ts'
import { useHomeCurrency } from '../tiles/page-tiles.ts'
import { SelectField } from '../ui/controls/SelectField.tsx'
import { currencySetting } from './currency-choice.ts'
import { currencyLabel } from './currency-words.ts'

/** The choice of the currency shown; nothing where there is only one. */
export function CurrencyField() {
  const chosen = useAddress((address) => address.currency)
  const offered = useQuery(filtersOptions).data?.currencies ?? []
  const home = useHomeCurrency()
  // Only dollars are converted, and they stand for what figures are bought in.
  const others = home === BASE_CURRENCY ? offered.flatMap((code) => parseCurrency(code) ?? []).sort() : []
  const shown = chosen === BASE_CURRENCY ? home : chosen
  const codes = [...new Set([home, ...others, shown])]
  if (codes.length === 1) return null
  return (
    <SelectField
      label={t('Currency')}
      options={codes.map((value) => ({ value, label: currencyLabel(value) }))}
      value={shown}
      onChange={choose}
    />
  )
}

function choose(currency: Currency): void {
  currencySetting.keep(currency)
  setAddress({ currency }, 'push')
}
