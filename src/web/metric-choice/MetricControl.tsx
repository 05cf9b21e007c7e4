import { useShownUnits } from '../figures/use-shown-currency.ts'
import { SincePart } from '../periods/SincePart.tsx'
import { useAddress } from '../state/use-address.ts'
import { useViewCells } from '../view/view-cells.ts'
import { BaselinePart } from './BaselinePart.tsx'
import { BudgetField } from './BudgetField.tsx'
import styles from './MetricControl.module.css'
import { MetricField } from './MetricField.tsx'
import { NotGiven } from './NotGiven.tsx'
import { MinAreaField, SizeField } from './SizeField.tsx'
import { YieldPart } from './YieldPart.tsx'

/** The choice of the metric, and below it what the chosen one is computed with. */
export function MetricControl() {
  const view = useViewCells()
  const metric = useAddress((address) => address.metric)
  const units = useShownUnits(view?.edition ?? null)
  return (
    <div className={styles.control} data-testid="metric" data-metric={metric}>
      <MetricField view={view} />
      {metric === 'area_for_budget' && (
        <>
          <BudgetField units={units} />
          <MinAreaField units={units} />
        </>
      )}
      {metric === 'price_for_area' && <SizeField units={units} />}
      {metric === 'difference' && <BaselinePart view={view} />}
      {metric === 'rental_yield' && <YieldPart />}
      {metric === 'change' && <SincePart />}
      <NotGiven view={view} metric={metric} />
    </div>
  )
}
