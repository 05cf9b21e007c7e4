import { useQuery } from '@tanstack/react-query'
import type { Resolution } from '../../domain/cell.ts'
import { type Circle, circleKm2 } from '../../domain/distance.ts'
import type { GeoId } from '../../domain/place.ts'
import { AreaRest } from '../areas/AreaRest.tsx'
import type { Area } from '../areas/area.ts'
import { CoarserNote } from '../areas/CoarserNote.tsx'
import { formatFigure } from '../figures/figure-words.ts'
import { useShownUnits } from '../figures/use-shown-currency.ts'
import { windowText } from '../figures/window-words.ts'
import { t } from '../language/translate.ts'
import { isCountryId, placeOptions } from '../queries/geo.ts'
import type { Baseline } from '../state/metric-choice.ts'
import { setAddress, useAddress } from '../state/use-address.ts'
import { Button } from '../ui/Button.tsx'
import { formatRounded } from '../ui/format.ts'
import { placeName } from '../ui/place-name.ts'
import type { ViewCells } from '../view/view-cells.ts'
import styles from './MetricControl.module.css'
import { baselineSpread, useCircleBaseline, usePlaceBaseline } from './use-baseline-area.ts'

/** The baseline by name with its figure, what it costs where it is not held, and others to take instead. */
export function BaselinePart({ view }: { view: ViewCells | null }) {
  const baseline = useAddress((address) => address.baseline)
  return (
    <div className={styles.baseline} data-testid="baseline">
      {baseline === null && (
        <p className={styles.quiet}>
          {t('Choose a place with the search, or draw a circle, to see how much more or less homes cost elsewhere.')}
        </p>
      )}
      {baseline?.kind === 'place' && <PlaceBaseline key={baseline.geo_id} geoId={baseline.geo_id} view={view} />}
      {baseline?.kind === 'circle' && <CircleBaseline circle={baseline.circle} view={view} />}
      <OtherBaselines now={baseline} />
    </div>
  )
}

function PlaceBaseline({ geoId, view }: { geoId: GeoId; view: ViewCells | null }) {
  const area = usePlaceBaseline(geoId)
  const place = useQuery(placeOptions(geoId)).data
  return <BaselineFigure name={place ? placeName(place) : t('The chosen place')} area={area} view={view} />
}

function CircleBaseline({ circle, view }: { circle: Circle; view: ViewCells | null }) {
  return <BaselineFigure name={circleName(circle)} area={useCircleBaseline(circle)} view={view} />
}

function circleName({ radius_km }: Circle): string {
  return t('Circle of {area} km²', { area: formatRounded(circleKm2(radius_km)) })
}

function BaselineFigure({ name, area, view }: { name: string; area: Area; view: ViewCells | null }) {
  const units = useShownUnits(area.edition)
  const spread = baselineSpread(area)
  const isOtherWindow = view?.edition && area.edition && view.edition.window_start !== area.edition.window_start
  const choose = (baselineResolution: Resolution) => setAddress({ baselineResolution }, 'push')
  return (
    <>
      <p className={styles.figure}>
        <span className={styles.name}>{name}</span>
        {spread && units && (
          <span className={styles.value}>{formatFigure(spread.middle, 'median_price_per_sqm', units)}</span>
        )}
      </p>
      {spread ? (
        <p className={styles.quiet}>
          {middleWords(spread.count, area)}
          {isOtherWindow && ` ${t('The map shows another window.')}`}
        </p>
      ) : (
        <p className={styles.quiet}>{missingWords(area)}</p>
      )}
      <CoarserNote {...area} />
      <AreaRest area={area} onCoarser={choose} />
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
    : t('Its price is not held in full.')
}

/** Buttons that compare with the place or the circle in the address. */
function OtherBaselines({ now }: { now: Baseline | null }) {
  const place = useAddress((address) => address.place)
  const circle = useAddress((address) => address.circle)
  const isSamePlace = now?.kind === 'place' && now.geo_id === place
  const isSameCircle = now?.kind === 'circle' && JSON.stringify(now.circle) === JSON.stringify(circle)
  return (
    <>
      {place !== null && !isSamePlace && !isCountryId(place) && <OtherPlace geoId={place} />}
      {circle !== null && !isSameCircle && (
        <Button look="link" onPress={() => takeBaseline({ kind: 'circle', circle })}>
          {t('Compare with the circle')}
        </Button>
      )}
    </>
  )
}

function OtherPlace({ geoId }: { geoId: GeoId }) {
  const place = useQuery(placeOptions(geoId)).data
  return (
    <Button look="link" onPress={() => takeBaseline({ kind: 'place', geo_id: geoId })}>
      {place ? t('Compare with {place}', { place: placeName(place) }) : t('Compare with the chosen place')}
    </Button>
  )
}

function takeBaseline(baseline: Baseline): void {
  setAddress({ baseline, baselineResolution: null }, 'push')
}
