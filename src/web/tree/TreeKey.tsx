import { ChevronRight } from 'lucide-react'
import type { PlaceSignal } from '../../domain/place.ts'
import { useAsOf } from '../free/period.ts'
import { t } from '../language/translate.ts'
import { SignalMark } from '../places/SignalMark.tsx'
import { explainMarket, MARKET_CLASSES, marketWords } from './market-class.ts'
import styles from './PlaceTree.module.css'

/** What the marks of the tree mean, and what can be done in each kind of country. */
export function TreeKey({ windowDays }: { windowDays: number | null }) {
  const asOf = useAsOf()
  const figures: PlaceSignal[] = asOf ? [{ kind: 'figures', current_period: asOf }] : []
  return (
    <details className={styles.key}>
      <summary>
        <ChevronRight size={14} aria-hidden className={styles.turning} />
        {t('What the marks mean')}
      </summary>
      <dl>
        {[...figures, { kind: 'too_few' as const }, { kind: 'no_listings' as const }].map((signal) => (
          <div key={signal.kind}>
            <dt>
              <SignalMark signal={signal} brief />
            </dt>
            <dd>{signalMeaning(signal)}</dd>
          </div>
        ))}
      </dl>
      <h4>{t('Countries')}</h4>
      <dl>
        {MARKET_CLASSES.map((kind) => (
          <div key={kind} className={styles.stacked}>
            <dt>{marketWords(kind)}</dt>
            <dd>{explainMarket(kind)}</dd>
          </div>
        ))}
      </dl>
      {windowDays !== null && (
        <p className={styles.recent}>
          {t('Recent listings are those of the last {days, plural, one {day} other {# days}}.', { days: windowDays })}
        </p>
      )}
    </details>
  )
}

function signalMeaning({ kind }: PlaceSignal): string {
  switch (kind) {
    case 'figures':
      return t('Has figures for this period.')
    case 'too_few':
      return t('Has listings, but too few for a figure in this period.')
    case 'no_listings':
      return t('Has no listings.')
  }
}
