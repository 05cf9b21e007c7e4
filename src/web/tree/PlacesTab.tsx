import { ArrowLeft } from 'lucide-react'
import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react'
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
  const [hasFocus, setHasFocus] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it notes where the focus is, and does nothing on its own
    <div
      className={styles.tab}
      onFocus={() => setHasFocus(true)}
      // What has the focus here may be removed, which is not leaving.
      onBlur={({ relatedTarget }) => relatedTarget !== null && setHasFocus(false)}
    >
      <Content share={share} hasFocus={hasFocus} />
    </div>
  )
}

/** `hasFocus` is true where the next place was chosen here, rather than by the search or on the map: its page takes the focus. */
function Content({ share, hasFocus }: { share: ReactNode; hasFocus: boolean }) {
  const place = useAddress((address) => address.place)
  // Whose page gave way to the tree.
  const [leftFor, setLeftFor] = useState<string | null>(null)
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
            onChosen={() => setLeftFor(null)}
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
      <Page
        key={place}
        place={place}
        takesFocus={hasFocus}
        onClose={() => {
          clearPlace()
          setClosed(place)
        }}
        share={share}
      />
    </div>
  )
}

/** A place's page, which takes the focus when it appears or never: the focus comes and goes while it is there. */
function Page({ takesFocus, ...rest }: ComponentProps<typeof PlaceCard>) {
  const [takesIt] = useState(takesFocus)
  return <PlaceCard {...rest} takesFocus={takesIt} />
}
