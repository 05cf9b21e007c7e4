import type { Edition } from '../../../contract/proxy-api.ts'
import { CELL_STATES, type CellState } from '../../../domain/figure.ts'
import { stateLabel, stateSentence } from '../../figures/state-words.ts'
import { useRecordWord } from '../../free/coverage.ts'
import { seriesOf } from '../../language/formats.ts'
import { t } from '../../language/translate.ts'
import { StateMark } from '../states/StateMark.tsx'
import styles from './MethodText.module.css'
import { methodOf } from './method-facts.ts'

interface MethodTextProps {
  readonly edition: Edition
  readonly now: number
  /** The marks to explain; all of them unless given. The sea has none. */
  readonly states?: readonly CellState[]
}

/** How the figures in view were made, as their own responses state it, and what each mark on the map means. */
export function MethodText({ edition, now, states = CELL_STATES }: MethodTextProps) {
  const records = useRecordWord()
  const { facts, unstated } = methodOf(edition, now, records)
  return (
    <div className={styles.method}>
      <p>
        {t(
          'Each hexagon shows medians of its {records, select, sales {sales} other {listings}}. The statistics service states about those in view:',
          { records },
        )}
      </p>
      <dl className={styles.facts}>
        {facts.map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {unstated.length > 0 && (
        <p className={styles.quiet}>{t('It says nothing about: {terms}.', { terms: seriesOf(unstated) })}</p>
      )}
      <h3>{t('Marks on the map')}</h3>
      <ul className={styles.marks}>
        {states
          .filter((state) => state !== 'sea')
          .map((state) => (
            <li key={state}>
              <StateMark state={state} />
              <span>
                <strong>{stateLabel(state, records)}</strong>
                <br />
                {withoutLabel(stateSentence(state, edition, records), stateLabel(state, records))}
              </span>
            </li>
          ))}
      </ul>
    </div>
  )
}

/** Some sentences begin with the label, which already stands above them. */
function withoutLabel(sentence: string, label: string): string {
  const colon = sentence.startsWith(label) ? /^\s?:\s/.exec(sentence.slice(label.length)) : null
  const rest = colon ? sentence.slice(label.length + colon[0].length) : sentence
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}
