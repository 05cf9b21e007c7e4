import { useQuery } from '@tanstack/react-query'
import { SPENDING_MODES, type SpendingMode } from '../../contract/proxy-api.ts'
import { t } from '../language/translate.ts'
import { meterOptions } from '../metered/meter.ts'
import { stricterMode } from '../metered/spending-mode.ts'
import { useSpendingChoice } from '../state/device/spending-choice.ts'
import { Segmented } from '../ui/controls/Segmented.tsx'
import styles from './Spending.module.css'

function labelOf(mode: SpendingMode): string {
  switch (mode) {
    case 'buy':
      return t('Automatic')
    case 'ask':
      return t('Ask first')
    case 'held-only':
      return t('Never')
  }
}

function meaningOf(mode: SpendingMode): string {
  switch (mode) {
    case 'buy':
      return t('Missing figures are bought as soon as the map stops moving.')
    case 'ask':
      return t('Nothing is bought until you have seen what it costs.')
    case 'held-only':
      return t('Nothing is bought. You see what is already paid for.')
  }
}

/** The choice of the viewer's spending mode, among those that the operator allows. */
export function SpendingChoice() {
  const operators = useQuery(meterOptions).data?.spending.mode ?? 'buy'
  const { choice, choose } = useSpendingChoice()
  const mode = stricterMode(operators, choice)
  const allowed = SPENDING_MODES.filter((each) => stricterMode(each, operators) === each)
  return (
    <section className={styles.section}>
      <h3>{t('Buying figures')}</h3>
      {allowed.length > 1 && (
        <Segmented
          label={t('Buying figures')}
          options={allowed.map((value) => ({ value, label: labelOf(value) }))}
          value={mode}
          onChange={choose}
        />
      )}
      <p className={styles.soft}>
        {meaningOf(mode)}
        {operators !== 'buy' && ` ${t('The operator of this page has set this.')}`}
      </p>
    </section>
  )
}
