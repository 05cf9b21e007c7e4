import type { Edition } from '../../contract/proxy-api.ts'
import { CELL_STATES } from '../../domain/figure.ts'
import { STATE_LABELS, stateSentence } from '../figures/state-words.ts'
import styles from './MethodText.module.css'
import { methodOf } from './method-facts.ts'
import { StateMark } from './StateMark.tsx'

/** How the figures in view were made, as their own responses state it, and what each mark on the map means. */
export function MethodText({ edition, now }: { edition: Edition; now: number }) {
  const { facts, unstated } = methodOf(edition, now)
  return (
    <div className={styles.method}>
      <p>Each hexagon shows medians of its listings. The statistics service states about those in view:</p>
      <dl className={styles.facts}>
        {facts.map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {unstated.length > 0 && (
        <p className={styles.quiet}>
          It states nothing about: {unstated.map((term) => term.toLowerCase()).join(', ')}.
        </p>
      )}
      <h3>Marks on the map</h3>
      <ul className={styles.marks}>
        {CELL_STATES.filter((state) => state !== 'sea').map((state) => (
          <li key={state}>
            <StateMark state={state} />
            <span>
              <strong>{STATE_LABELS[state]}</strong>
              <br />
              {withoutLabel(stateSentence(state, edition), STATE_LABELS[state])}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Some sentences begin with the label, which already stands above them. */
function withoutLabel(sentence: string, label: string): string {
  const rest = sentence.startsWith(`${label}: `) ? sentence.slice(label.length + 2) : sentence
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}
