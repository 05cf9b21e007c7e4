import { useQuery } from '@tanstack/react-query'
import { basemapOptions } from '../free/basemap.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/controls/Button.tsx'
import styles from '../ui/controls/popover.module.css'
import { Segmented } from '../ui/controls/Segmented.tsx'
import { FailureNotice } from '../ui/failures/FailureNotice.tsx'
import { hideStreets, hostOf, showStreets, useStreets } from './streets-state.ts'
import { streetsWords } from './streets-words.ts'

/** The choice between the plain map and streets, with a word on whom the page contacts for them. */
export function StreetsChoice() {
  const asked = useQuery(basemapOptions)
  const { wanted, progress } = useStreets()
  if (asked.isLoadingError) return <FailureNotice error={asked.error} onRetry={() => void asked.refetch()} />
  if (!asked.data) return <p className={styles.quiet}>{t('Loading…')}</p>
  const { streets } = asked.data
  if (streets === null) return <p className={styles.quiet}>{t('The operator of this map offers no streets.')}</p>
  const host = hostOf(streets)
  const problem = wanted === null ? null : streetsWords(progress, host)
  return (
    <>
      <Segmented
        label={t('Map background')}
        options={[
          { value: 'plain', label: t('Plain') },
          { value: 'streets', label: t('Streets') },
        ]}
        value={wanted === null ? 'plain' : 'streets'}
        onChange={(value) => (value === 'streets' ? showStreets(streets) : hideStreets())}
      />
      <p className={styles.quiet}>
        {host === null
          ? t('The streets come from this map’s own server.')
          : t(
              'The streets come from {host}. While they are shown, that server learns your internet address and which parts of the map you look at.',
              { host },
            )}
      </p>
      <div role="status">
        {problem !== null && <p>{problem}</p>}
        {wanted !== null && problem !== null && progress !== 'loading' && (
          <Button look="link" onPress={() => showStreets(wanted)}>
            {t('Try again')}
          </Button>
        )}
      </div>
    </>
  )
}
