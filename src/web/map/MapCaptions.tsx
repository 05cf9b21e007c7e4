import { useQuery } from '@tanstack/react-query'
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden'
import { monthsOfPeriod } from '../figures/window-words.ts'
import { t } from '../language/translate.ts'
import { lensWords } from '../lens/lens-words.ts'
import { filtersOptions } from '../queries/filters.ts'
import { useAddress } from '../state/use-address.ts'
import { useBesideName } from '../view/beside-name.ts'
import { useResolutionAtRest } from '../view/resolution-in-force.ts'
import { useEditionName } from '../view/view-cells.ts'
import styles from './PriceMap.module.css'

/** What each of two maps shows, in the words in which they differ. */
export function MapCaptions() {
  const name = useEditionName(useResolutionAtRest())
  const other = useBesideName(name)
  const filters = useQuery(filtersOptions).data?.filters ?? []
  const isPeriod = useAddress((address) => address.beside?.kind === 'period')
  if (name === null || other === null) return null
  const words = (of: typeof name) => (isPeriod ? monthsOfPeriod(of.as_of, of.resolution) : lensWords(filters, of.lens))
  return (
    <div className={styles.captions}>
      <p>
        <span aria-hidden>{words(name)}</span>
        <VisuallyHidden>{t('First map: {words}', { words: words(name) })}</VisuallyHidden>
      </p>
      <p>
        <span aria-hidden>{words(other)}</span>
        <VisuallyHidden>{t('Second map: {words}', { words: words(other) })}</VisuallyHidden>
      </p>
    </div>
  )
}
