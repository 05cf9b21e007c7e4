import { useQuery } from '@tanstack/react-query'
import { coverageOptions, useRecordWord } from '../queries/coverage.ts'
import { FailureNotice } from '../ui/FailureNotice.tsx'
import { countryName } from '../ui/place-name.ts'
import styles from '../ui/popover.module.css'

/** What the hexagons mean, where the figures come from in the service's own words, and the map's data sources. */
export function AboutText() {
  const records = useRecordWord()
  return (
    <>
      <p>
        Each hexagon shows medians of the {records === 'sales' ? 'sales recorded' : 'listings offered'} there in a
        complete, published period. They are not live prices and not a valuation.
      </p>
      <CoverageNotes />
      <p className={styles.quiet}>Land and borders: Natural Earth. Towns: GeoNames, CC BY 4.0. Hexagons: H3.</p>
    </>
  )
}

function CoverageNotes() {
  const coverage = useQuery(coverageOptions)
  const records = useRecordWord()
  if (coverage.isLoadingError) return <FailureNotice error={coverage.error} onRetry={() => void coverage.refetch()} />
  if (!coverage.data) return <p className={styles.quiet}>Loading the service’s notes on its data…</p>
  const days = coverage.data.window_days ?? null
  const served = coverage.data.countries.filter(({ prices_available }) => prices_available)
  const names = new Intl.ListFormat(undefined).format(served.map(({ country }) => countryName(country)))
  return (
    <>
      {coverage.data.coverage && <p>{coverage.data.coverage}</p>}
      {coverage.data.freshness && <p>{coverage.data.freshness}</p>}
      {names !== '' && (
        <p>
          Markets with {days === null ? `recent ${records}` : `${records} in the last ${days} days`}: {names}.
        </p>
      )}
    </>
  )
}
