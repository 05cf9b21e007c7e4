import { ArrowLeft } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
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
  const [isClosed, setClosed] = useState(false)
  // Closed by its button, and not by a way back to before it.
  if (isClosed && place !== null) setClosed(false)
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
            takesFocus={leftFor !== null || isClosed}
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
          setClosed(true)
        }}
        share={share}
      />
    </div>
  )
}
