import { useQuery } from '@tanstack/react-query'
import { BASE_CURRENCY, type Currency, parseCurrency } from '../../domain/currency.ts'
import { t } from '../language/translate.ts'
import { filtersOptions } from '../queries/filters.ts'
import { setAddress, useAddress } from '../state/use-address.ts'
import { SelectField } from '../ui/SelectField.tsx'
import { currencySetting } from './currency-choice.ts'
import { currencyLabel } from './currency-words.ts'

/** The choice of the currency shown; nothing when the service offers only the base currency. */
export function CurrencyField() {
  const chosen = useAddress((address) => address.currency)
  const offered = useQuery(filtersOptions).data?.currencies ?? []
  const others = offered.flatMap((code) => parseCurrency(code) ?? []).filter((code) => code !== BASE_CURRENCY)
  if (others.length === 0) return null
  const codes = [...new Set([BASE_CURRENCY, ...others.sort(), chosen])]
  return (
    <SelectField
      label={t('Currency')}
      options={codes.map((value) => ({ value, label: currencyLabel(value) }))}
      value={chosen}
      onChange={choose}
    />
  )
}

function choose(currency: Currency): void {
  currencySetting.keep(currency)
  setAddress({ currency }, 'push')
}
