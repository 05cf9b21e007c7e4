import { t } from '../language/translate.ts'
import { useAddress } from '../state/use-address.ts'
import styles from './PlaceCard.module.css'
import { PlaceCard } from './PlaceCard.tsx'

/** The chosen place, or how to choose one. */
export function PlacesTab() {
  const place = useAddress((address) => address.place)
  if (place !== null) return <PlaceCard key={place} place={place} />
  return <p className={styles.quiet}>{t('Find a place in the search above to see its outline and its figures.')}</p>
}
