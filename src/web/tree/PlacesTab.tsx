import { ArrowLeft } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { GeoId } from '../../domain/place.ts'
import { t } from '../language/translate.ts'
import { clearPlace } from '../places/choose-place.ts'
import { PlaceCard } from '../places/PlaceCard.tsx'
import { useAddress } from '../state/use-address.ts'
import { Button } from '../ui/controls/Button.tsx'
import { ErrorBoundary } from '../ui/failures/ErrorBoundary.tsx'
import { LoadingPart } from '../ui/failures/LoadingPart.tsx'
import styles from './PlacesTab.module.css'

const PlaceTree = lazy(() => import('./PlaceTree.tsx'))

/** The chosen place's page, or the tree of all places; each leads to the other. `share` stands on the place's page. */
export function PlacesTab({ share }: { share: ReactNode }) {
  const place = useAddress((address) => address.place)
  // Whose page gave way to the tree, and whether the focus goes along.
  const [leftFor, setLeftFor] = useState<string | null>(null)
  const [hasChosen, setHasChosen] = useState(false)
  // The place whose page was closed by its button rather than by going back; the tree opens at its row.
  const [closed, setClosed] = useState<GeoId | null>(null)
  if (closed !== null && place !== null) setClosed(null)
  if (place === null || leftFor === place) {
    return (
      <ErrorBoundary part={t('The tree of places')}>
        <Suspense
          fallback={
            <LoadingPart part={t('The tree of places')}>
              <p role="status">{t('Loading the places…')}</p>
            </LoadingPart>
          }
        >
          <PlaceTree
            takesFocus={leftFor !== null || closed !== null}
            closed={closed}
            onChosen={() => {
              setLeftFor(null)
              setHasChosen(true)
            }}
          />
        </Suspense>
      </ErrorBoundary>
    )
  }
  return (
    <div className={styles.page}>
      <Button look="link" onPress={() => setLeftFor(place)}>
        <ArrowLeft size={14} aria-hidden />
        {t('All places')}
      </Button>
      <PlaceCard
        key={place}
        place={place}
        takesFocus={hasChosen}
        onClose={() => {
          clearPlace()
          setClosed(place)
        }}
        share={share}
      />
    </div>
  )
}
