import { useQuery } from '@tanstack/react-query'
import type { LatLng } from '../../domain/distance.ts'
import { canonicalLens, DEFAULT_AD_SUB_TYPE, type Lens } from '../../domain/lens.ts'
import { coverageOptions, useRecordWord } from '../free/coverage.ts'
import { t } from '../language/translate.ts'
import { usePage } from '../state/store.ts'
import { setAddress, useAddress } from '../state/use-address.ts'
import { Notice } from '../ui/failures/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import { type EmptyReason, emptyReason } from '../view/empty-view.ts'
import { viewOfSurroundings } from '../view/opening-view.ts'
import { useOtherResolutions } from '../view/resolution-in-force.ts'
import { useViewCells } from '../view/view-cells.ts'
import { NearestFigures } from './NearestFigures.tsx'
import type { NearestFigures as Nearest } from './nearest-figures.ts'

/** Says why the view has no figures and offers the nearest ones. Empty while the view has figures or may still get some. */
export function EmptyNotice() {
  const view = useViewCells()
  const isBusy = usePage((page) => page.drawing !== null || page.isFindingView)
  // Its notice names the nearest place itself.
  const isElsewhere = useAddress(({ found, place }) => found !== null && found.country !== null && place === null)
  const middle = usePage((page) => page.rested?.view ?? null)
  const lens = useAddress((address) => address.lens)
  const records = useRecordWord()
  const markets = useQuery(coverageOptions).data?.countries
  const reason = view && emptyReason(view)
  const others = useOtherResolutions()
  if (reason === null || middle === null || isBusy || isElsewhere) return null
  const offer = { ad_sub_type: lens.ad_sub_type ?? DEFAULT_AD_SUB_TYPE }
  const isFiltered = reason === 'too_few' && hasFilter(lens)
  const goAround = ({ at, place }: Nearest) => {
    const market = markets?.find(({ country }) => country === place.country)?.h3_resolutions ?? null
    usePage.getState().set({ camera: { kind: 'point', ...viewOfSurroundings(at, market) } })
  }
  const showAll = { label: t('Remove the filters'), onPress: () => setAddress({ lens: canonicalLens(offer) }, 'push') }
  if (reason === 'not_covered' && others !== null) {
    const zoom = () => usePage.getState().set({ camera: { kind: 'point', ...viewOfSurroundings(middle, others) } })
    return (
      <Panel label={t('No figures here')} bare>
        <Notice kind="info" action={{ label: t('Zoom to where there are figures'), onPress: zoom }}>
          {t('The service has figures only for hexagons of other sizes than this zoom shows.')}
        </Notice>
      </Panel>
    )
  }
  return (
    <Panel label={t('No figures here')} bare>
      <Notice kind="info" action={isFiltered ? showAll : null}>
        <p>{reasonWords(reason, records)}</p>
        {/* The free endpoints know of figures without a filter only. */}
        {!isFiltered && <NearestFigures at={rounded(middle)} onGo={goAround} />}
      </Notice>
    </Panel>
  )
}

function reasonWords(reason: EmptyReason, records: 'listings' | 'sales'): string {
  switch (reason) {
    case 'sea':
      return t('There is only sea in view.')
    case 'not_covered':
      return t('The service does not seem to cover what is in view, or not at this zoom.')
    case 'too_few':
      return t('No hexagon in view has enough {records, select, sales {sales} other {listings}} for a figure.', {
        records,
      })
  }
}

function hasFilter(lens: Lens): boolean {
  return Object.entries(lens).some(([name, value]) => name !== 'ad_sub_type' && value !== '')
}

/** Rounds to a tenth of a degree, so that small moves of the map send no request. */
function rounded({ lat, lng }: LatLng): LatLng {
  return { lat: Math.round(lat * 10) / 10, lng: Math.round(lng * 10) / 10 }
}
