import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Resolution } from '../../../domain/cell.ts'
import type { Metric } from '../../../domain/figure.ts'
import { isKnownEmpty } from '../../areas/area.ts'
import { resolveAreas } from '../../areas/chosen/add-area.ts'
import { cutsCells, km2OfCells, km2OfShape, selectorOf } from '../../areas/chosen/shape-geometry.ts'
import { CoarserNote } from '../../areas/resolution/CoarserNote.tsx'
import { AreaAnyway } from '../../areas/summary/AreaAnyway.tsx'
import { AreaCountsList } from '../../areas/summary/AreaCountsList.tsx'
import { AreaRest } from '../../areas/summary/AreaRest.tsx'
import { AreaSummary } from '../../areas/summary/AreaSummary.tsx'
import { rollupWords, wholeCellsWords } from '../../areas/summary/rollup-words.ts'
import { useRecordWord } from '../../free/coverage.ts'
import { placeCellsOptions } from '../../free/place-cells.ts'
import { AreaHistory } from '../../history/AreaHistory.tsx'
import { t } from '../../language/translate.ts'
import type { AreaShape, ChosenArea } from '../../state/address/area-choice.ts'
import { shapeKey } from '../../state/address/area-list.ts'
import { Notice } from '../../ui/failures/Notice.tsx'
import { useGroundSizeWords } from '../../ui/words/ground-size.ts'
import { useEditionName } from '../../view/view-cells.ts'
import { listingsIn, listingsWords } from '../compared/listings-in.ts'
import type { TrayEntry } from '../compared/use-tray.ts'
import styles from './AreaCard.module.css'
import { ColorField } from './ColorField.tsx'
import { noCellsText } from './no-cells-text.ts'
import { ShapeFields } from './ShapeFields.tsx'

interface AreaDetailsProps {
  entry: TrayEntry
  metric: Metric
  isSingle: boolean
}

/** Everything known of an area, what the rest costs, and the fields for its shape. */
export function AreaDetails({ entry: { chosen, area, bought }, metric, isSingle }: AreaDetailsProps) {
  return (
    <div className={styles.details}>
      {(area.resolution !== null || area.failure === null) && (
        <>
          <AreaSummary
            area={area}
            noCellsText={noCellsText(chosen.shape, area.resolution ?? 8)}
            figures={bought}
            metric={metric}
            hasNoChart={!isSingle}
          />
          <AreaCountsList counts={bought.counts} isLoading={area.isLoading} />
          <Size shape={chosen.shape} listings={listingsIn(area.cells)} />
        </>
      )}
      <ShapeFields chosen={chosen} />
      <ColorField color={chosen.color} />
      <CoarserNote {...area} />
      {!area.isComplete && (
        <Notice kind="warning">{t('Some cells of this place may be missing: the service’s list ended early.')}</Notice>
      )}
      {area.rollupNote !== null && <Notice kind="info">{rollupWords()}</Notice>}
      <AreaRest area={area} onCoarser={(resolution) => resolveAreas([chosen.color], resolution)} />
      <AreaAnyway area={area} />
      {!isKnownEmpty(area) && <History chosen={chosen} resolution={area.resolution} />}
    </div>
  )
}

/** How the area's figures changed, at their resolution. */
function History({ chosen: { shape }, resolution }: { chosen: ChosenArea; resolution: Resolution | null }) {
  const name = useEditionName(resolution)
  const selector = useMemo(() => selectorOf(shape), [shape])
  return <AreaHistory key={shapeKey(shape)} name={name} selector={selector} />
}

function Size({ shape, listings }: { shape: AreaShape; listings: number | null }) {
  const cells = useQuery(placeCellsOptions(shape.kind === 'place' ? shape.geo_id : null)).data?.cells
  const km2 = useMemo(() => (shape.kind === 'place' ? cells && km2OfCells(cells) : km2OfShape(shape)), [shape, cells])
  const records = useRecordWord()
  const sizeWords = useGroundSizeWords()
  return (
    <p className={styles.size}>
      {km2 !== undefined && km2 > 0 && <span>{sizeWords(km2)}</span>}
      {listings !== null && <span>{listingsWords(listings, records)}</span>}
      {cutsCells(shape) && <span>{wholeCellsWords()}</span>}
    </p>
  )
}
