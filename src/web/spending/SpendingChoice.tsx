import { useQuery } from '@tanstack/react-query'
import { SPENDING_MODES, type SpendingMode } from '../../contract/proxy-api.ts'
import { meterOptions } from '../queries/meter.ts'
import { stricterMode } from '../queries/spending-mode.ts'
import { useSpendingChoice } from '../state/spending-choice.ts'
import { Segmented } from '../ui/Segmented.tsx'
import styles from './Spending.module.css'

const LABELS: Readonly<Record<SpendingMode, string>> = {
  buy: 'Automatic',
  ask: 'Ask first',
  'held-only': 'Only paid for',
}
const MEANINGS: Readonly<Record<SpendingMode, string>> = {
  buy: 'What is missing of a view is bought once the map rests.',
  ask: 'Nothing is bought before you have seen what it costs.',
  'held-only': 'Nothing is bought. What is already paid for is shown.',
}

/** The viewer's mode of spending, of those that the operator allows. */
export function SpendingChoice() {
  const operators = useQuery(meterOptions).data?.spending.mode ?? 'buy'
  const { choice, choose } = useSpendingChoice()
  const mode = stricterMode(operators, choice)
  const allowed = SPENDING_MODES.filter((each) => stricterMode(each, operators) === each)
  return (
    <section className={styles.section}>
      <h3>Buying figures</h3>
      {allowed.length > 1 && (
        <Segmented
          label="Buying figures"
          options={allowed.map((value) => ({ value, label: LABELS[value] }))}
          value={mode}
          onChange={choose}
        />
      )}
      <p className={styles.soft}>
        {MEANINGS[mode]}
        {operators !== 'buy' && ' Whoever runs this page has set that.'}
      </p>
    </section>
  )
}
