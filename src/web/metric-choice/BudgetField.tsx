import { readValue, type Units } from '../figures/figure-words.ts'
import { t } from '../language/translate.ts'
import { useBoughtBudget } from '../metric/use-budget.ts'
import { BUDGET_MAX } from '../state/address/metric-choice.ts'
import { setAddress, useAddress } from '../state/use-address.ts'
import { Notice } from '../ui/failures/Notice.tsx'
import { formatCount } from '../ui/words/format.ts'
import { AmountField } from './AmountField.tsx'
import { useEntryCurrency, useIsRent } from './MetricField.tsx'

/** The budget whose space the map shows, entered in the currency shown. It keeps its currency when another is shown. */
export function BudgetField({ units }: { units: Units | null }) {
  const budget = useAddress((address) => address.budget)
  const isRent = useIsRent()
  const currency = useEntryCurrency()
  const bought = useBoughtBudget()
  const shown = budget?.currency === currency ? budget.amount : inShown(bought, units)
  return (
    <>
      <AmountField
        label={isRent ? t('Monthly budget') : t('Budget')}
        unit={currency}
        placeholder={t('For example {example}', { example: formatCount(300_000) })}
        max={BUDGET_MAX}
        value={shown}
        onChange={(amount) => setAddress({ budget: { amount, currency } }, 'push')}
      />
      {bought.kind === 'no_rate' && budget && (
        <Notice kind="info">
          {t('The budget is in {budget}, whose rate is not known. Enter it in {currency}.', {
            budget: budget.currency,
            currency,
          })}
        </Notice>
      )}
    </>
  )
}

/** The amount that the legend's title writes. */
function inShown(bought: ReturnType<typeof useBoughtBudget>, units: Units | null): number | null {
  if (bought.kind !== 'known') return null
  return units === null ? bought.amount : readValue(bought.amount, 'median_price', { ...units, isExact: true })
}
