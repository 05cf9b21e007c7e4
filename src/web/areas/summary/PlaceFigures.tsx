import type { GeoId } from '../../../domain/place.ts'
import { t } from '../../language/translate.ts'
import { setAddress, useAddress } from '../../state/use-address.ts'
import { Notice } from '../../ui/failures/Notice.tsx'
import { CoarserNote } from '../resolution/CoarserNote.tsx'
import { areaFigures } from '../spread/area-figures.ts'
import { usePlaceArea } from '../use-area.ts'
import { AreaAnyway } from './AreaAnyway.tsx'
import { AreaCountsList } from './AreaCountsList.tsx'
import { AreaRest } from './AreaRest.tsx'
import { AreaSummary } from './AreaSummary.tsx'
import { rollupWords } from './rollup-words.ts'

/** The figures of a place's cells: what is held, and what the rest would cost. Nothing is bought unasked. */
export function PlaceFigures({ zone }: { zone: GeoId }) {
  const area = usePlaceArea(zone)
  const metric = useAddress((address) => address.metric)
  const figures = areaFigures(area.cells, metric)
  const noCellsText = t('The service lists no cells for this place at resolution {resolution}.', {
    resolution: String(area.resolution),
  })
  // Above the counts: on a phone, what is below them is out of sight.
  const offer = <AreaRest area={area} onCoarser={(placeResolution) => setAddress({ placeResolution }, 'push')} />
  return (
    <>
      {area.cells.length > 0 || area.failure === null ? (
        <>
          <AreaSummary area={area} noCellsText={noCellsText} figures={figures} metric={metric} />
          {offer}
          <AreaCountsList counts={figures.counts} isLoading={area.isLoading} />
        </>
      ) : (
        offer
      )}
      <CoarserNote {...area} />
      {!area.isComplete && (
        <Notice kind="warning">
          {t(
            'Some cells of this place may be missing: the service’s list ended early, after {cells, plural, one {# cell} other {# cells}}.',
            { cells: area.cells.length },
          )}
        </Notice>
      )}
      {area.rollupNote !== null && <Notice kind="info">{rollupWords()}</Notice>}
      <AreaAnyway area={area} />
    </>
  )
}
