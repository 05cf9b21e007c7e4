import { useQuery } from '@tanstack/react-query'
import { coverageOptions, useRecordWord } from '../free/coverage.ts'
import { collator, listOf } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import styles from '../ui/controls/popover.module.css'
import { FailureNotice } from '../ui/failures/FailureNotice.tsx'
import { countryName } from '../ui/words/place-name.ts'

/** What the hexagons mean, where the figures come from in the service's own words, and the map's data sources. */
export function AboutText() {
  const records = useRecordWord()
  return (
    <>
      <p>
        {records === 'sales'
          ? t(
              'Each hexagon shows medians of the sales recorded there in a complete, published period. They are not live prices and not a valuation.',
            )
          : t(
              'Each hexagon shows medians of the listings offered there in a complete, published period. They are not live prices and not a valuation.',
            )}
      </p>
      <CoverageNotes />
      <p className={styles.quiet}>
        {t(
          'Land and borders: Natural Earth. Coasts near towns: OpenStreetMap contributors, ODbL. Towns: GeoNames, CC BY 4.0. Hexagons: H3.',
        )}
      </p>
    </>
  )
}

function CoverageNotes() {
  const coverage = useQuery(coverageOptions)
  const records = useRecordWord()
  if (coverage.isLoadingError) return <FailureNotice error={coverage.error} onRetry={() => void coverage.refetch()} />
  if (!coverage.data) return <p className={styles.quiet}>{t('Loading the service’s notes on its data…')}</p>
  const days = coverage.data.window_days ?? null
  const served = coverage.data.countries.filter(({ prices_available }) => prices_available)
  const names = listOf(served.map(({ country }) => countryName(country)).toSorted(collator({}).compare))
  const notes = [coverage.data.coverage, coverage.data.freshness].filter((note) => note !== null)
  return (
    <>
      {notes.length > 0 && (
        <div>
          <p className={styles.quiet}>{t('In the service’s own words:')}</p>
          <blockquote className={styles.quote}>
            {notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </blockquote>
        </div>
      )}
      {names !== '' && <p>{marketWords(names, days, records)}</p>}
    </>
  )
}

function marketWords(names: string, days: number | null, records: string): string {
  if (records === 'sales') {
    return days === null
      ? t('Markets with recent sales: {names}.', { names })
      : t('Markets with sales in the last {days, plural, one {day} other {# days}}: {names}.', { days, names })
  }
  return days === null
    ? t('Markets with recent listings: {names}.', { names })
    : t('Markets with listings in the last {days, plural, one {day} other {# days}}: {names}.', { days, names })
}
