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
  'held-only': 'Never',
}
const MEANINGS: Readonly<Record<SpendingMode, string>> = {
  buy: 'Missing figures are bought as soon as the map stops moving.',
  ask: 'Nothing is bought until you have seen what it costs.',
  'held-only': 'Nothing is bought. You see what is already paid for.',
}

/** The choice of the viewer's spending mode, among those that the operator allows. */
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
        {operators !== 'buy' && ' The operator of this page has set this.'}
      </p>
    </section>
  )
}
