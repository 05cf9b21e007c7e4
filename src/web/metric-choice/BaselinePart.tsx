import { useQuery } from '@tanstack/react-query'
import type { GeoId } from '../../domain/place.ts'
import type { Area } from '../areas/area.ts'
import { addArea, resolveAreas, takeBaseline } from '../areas/chosen/add-area.ts'
import { useAreaNames } from '../areas/chosen/area-name.ts'
import { CoarserNote } from '../areas/resolution/CoarserNote.tsx'
import { areaFigures } from '../areas/spread/area-figures.ts'
import { isMostlyEstimated, markEstimate } from '../areas/spread/mostly-estimated.ts'
import { AreaRest } from '../areas/summary/AreaRest.tsx'
import { formatFigure } from '../figures/figure-words.ts'
import { useShownUnits } from '../figures/use-shown-currency.ts'
import { windowText } from '../figures/window-words.ts'
import { isCountryId, placeOptions } from '../free/geo.ts'
import { t } from '../language/translate.ts'
import { baselineOf, type ChosenArea } from '../state/address/area-choice.ts'
import { useAddress } from '../state/use-address.ts'
import { Button } from '../ui/controls/Button.tsx'
import { placeName } from '../ui/words/place-name.ts'
import type { ViewCells } from '../view/view-cells.ts'
import styles from './MetricControl.module.css'
import { baselineSpread, useBaselineArea } from './use-baseline-area.ts'

/** The baseline by name with its figure, its cost if it is not held, and alternatives. */
export function BaselinePart({ view }: { view: ViewCells | null }) {
  const areas = useAddress((address) => address.areas)
  const baseline = useAddress(baselineOf)
  const names = useAreaNames(areas)
  return (
    <div className={styles.baseline} data-testid="baseline">
      {baseline === null ? (
        <p className={styles.quiet}>
          {t('Choose a place with the search, or draw a circle, to see how much more or less homes cost elsewhere.')}
        </p>
      ) : (
        <BaselineFigure chosen={baseline} name={names[areas.indexOf(baseline)] ?? ''} view={view} />
      )}
      {areas.map(
        (area, index) =>
          area !== baseline && (
            <Button key={area.color} look="link" onPress={() => takeBaseline(area.color)}>
              {t('Compare with {place}', { place: names[index] ?? '' })}
            </Button>
          ),
      )}
      <OpenPlace areas={areas} />
    </div>
  )
}

function BaselineFigure({ chosen, name, view }: { chosen: ChosenArea; name: string; view: ViewCells | null }) {
  const area = useBaselineArea()
  const units = useShownUnits(area?.edition ?? null)
  if (area === null) return null
  const spread = baselineSpread(area)
  const isEstimate = isMostlyEstimated(areaFigures(area.cells, 'median_price_per_sqm'))
  const isOtherWindow = view?.edition && area.edition && view.edition.window_start !== area.edition.window_start
  return (
    <>
      <p className={styles.figure}>
        <span className={styles.name}>{name}</span>
        {spread && units && (
          <span className={styles.value}>
            {markEstimate(formatFigure(spread.middle, 'median_price_per_sqm', units), isEstimate)}
          </span>
        )}
      </p>
      {spread ? (
        <p className={styles.quiet}>
          {middleWords(spread.count, area)}
          {isOtherWindow && ` ${t('The map’s figures are for other months.')}`}
        </p>
      ) : (
        <p className={styles.quiet}>{missingWords(area)}</p>
      )}
      <CoarserNote {...area} />
      <AreaRest area={area} onCoarser={(resolution) => resolveAreas([chosen.color], resolution)} />
    </>
  )
}

function middleWords(count: number, { resolution, edition }: Area): string {
  const cells = { count, resolution: String(resolution) }
  return edition === null
    ? t('The middle of {count, plural, one {# cell} other {# cells}} at resolution {resolution}.', cells)
    : t('The middle of {count, plural, one {# cell} other {# cells}} at resolution {resolution}, {window}.', {
        ...cells,
        window: windowText(edition),
      })
}

function missingWords({ isLoading, rest, failure, cells }: Area): string {
  if (failure !== null) return t('Its price is not known.')
  if (isLoading || cells.some(({ state }) => state === 'loading')) return t('Looking for its price…')
  return rest === null
    ? t('It has no figures, so nothing can be compared with it.')
    : t('Not all of its figures are paid for.')
}

/** Takes the open place as the baseline, unless it is compared already. */
function OpenPlace({ areas }: { areas: readonly ChosenArea[] }) {
  const place = useAddress((address) => address.place)
  const isThere = areas.some(({ shape }) => shape.kind === 'place' && shape.geo_id === place)
  return place === null || isThere || isCountryId(place) ? null : <OtherPlace geoId={place} />
}

function OtherPlace({ geoId }: { geoId: GeoId }) {
  const place = useQuery(placeOptions(geoId)).data
  return (
    <Button look="link" onPress={() => addArea({ kind: 'place', geo_id: geoId }, { asBaseline: true })}>
      {place ? t('Compare with {place}', { place: placeName(place) }) : t('Compare with the chosen place')}
    </Button>
  )
}
