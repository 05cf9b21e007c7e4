import { useQuery } from '@tanstack/react-query'
import { type Cell, cellResolution } from '../../domain/cell.ts'
import { cellCenter } from '../../domain/distance.ts'
import { isMedian, type Metric, PUBLISHED_METRICS } from '../../domain/figure.ts'
import { tileParent } from '../../domain/tile.ts'
import { addArea } from '../areas/chosen/add-area.ts'
import { BuyAnyway } from '../buying/BuyAnyway.tsx'
import { sizeUnit } from '../figures/area-units.ts'
import { formatFigure, type Units } from '../figures/figure-words.ts'
import { stateSentence } from '../figures/state-words.ts'
import { useShownUnits, useUnitsAcrossPeriods } from '../figures/use-shown-currency.ts'
import { windowText } from '../figures/window-words.ts'
import { useRecordWord } from '../free/coverage.ts'
import { periodOptions } from '../free/period.ts'
import { startOfSentence } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { useMetricLabel, useMetricTitle } from '../metric/use-metric-title.ts'
import type { ReadFigure } from '../metric/use-reading.ts'
import { isEmbedded } from '../state/embedded.ts'
import { usePage } from '../state/store.ts'
import { setAddress, useAddress } from '../state/use-address.ts'
import { tileStore } from '../tiles/page-tiles.ts'
import { emptyAsHinted } from '../tiles/tile-state.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import { formatCount } from '../ui/words/format.ts'
import { cellPlaceName, placeName } from '../ui/words/place-name.ts'
import { useViewCells } from '../view/view-cells.ts'
import styles from './CellCard.module.css'
import { CellPlaces } from './CellPlaces.tsx'
import { cellLookupOptions } from './cell-lookup.ts'
import { isOnlyReached } from './only-reached.ts'
import { type PlaceLink, placesAround, placesOf } from './places-of-cell.ts'
import { isRankPartial, rankInView } from './rank-in-view.ts'
import { useCardCell } from './use-card-cell.ts'
import { type CellSides, useCellReading } from './use-cell-reading.ts'
import { useUncover } from './use-uncover.ts'

/** Radius of the circle that the card draws, in km. */
const RADIUS_KM = 2

/** Everything known about the cell in the address; nothing when the address names none. */
export function CellCard() {
  const cell = useAddress((address) => address.cell)
  return cell === null ? null : <OpenCard key={cell} cell={cell} />
}

/** The name of the place with this name among those around a cell; the name itself where none has it. */
function nameAmong(places: readonly PlaceLink[], name: string, cell: Cell): string {
  const place = places.find((each) => each.name === name)
  return place ? placeName(place) : cellPlaceName(name, cell)
}

function OpenCard({ cell }: { cell: Cell }) {
  const resolution = cellResolution(cell)
  const { name, state, figure } = useCardCell(cell)
  const records = useRecordWord()
  const { reading, sides, sentence } = useCellReading(name, cell)
  const { metric, read } = reading
  const lookup = useQuery(cellLookupOptions(cell))
  const period = useQuery(periodOptions).data
  const isWithoutPeriod = period?.as_of === null && !period.isLookedFor
  const leftOut = name && emptyAsHinted(tileStore.stateOf(name, tileParent(cell)))
  const edition = name && tileStore.edition(name)
  const units = useShownUnits(edition)
  const acrossPeriods = useUnitsAcrossPeriods(edition)
  const unitsOfSides = sides?.kind === 'change' ? acrossPeriods : units
  const takesFocus = usePage((page) => page.cellToFocus === cell)
  useUncover(cell, !lookup.isPending && (name === null || state !== 'loading'))
  const zones = lookup.data?.zones ?? []
  const isReached = isOnlyReached(state, resolution, zones)
  const places = isReached ? placesOf(zones) : placesAround(zones, { resolution, name: figure?.name ?? null })
  const place = figure?.name ?? (isReached ? null : places[0]?.name) ?? null
  const title = place === null ? t('Hexagon {id}', { id: cell }) : nameAmong(places, place, cell)
  const close = () => {
    usePage.getState().set({ cellToFocus: null })
    setAddress({ cell: null }, 'push')
  }
  return (
    <Panel
      title={title}
      kicker={
        <span className={styles.kicker}>
          {t('Hexagon, resolution {resolution, number}', { resolution })}
          {place !== null && (
            <code className={styles.id} title={t('H3 id of this hexagon')}>
              {cell}
            </code>
          )}
        </span>
      }
      onClose={close}
      closeLabel={t('Close the card')}
      takesFocus={takesFocus}
      figure={figure && units && <MainFigure figure={read(figure)} units={units} metric={metric} />}
      content={{ 'data-testid': 'cell-card', 'data-state': state }}
    >
      <div className={styles.card}>
        {figure && units && <OtherFigures figure={read(figure)} units={units} metric={metric} />}
        {sides && unitsOfSides && <Sides sides={sides} units={unitsOfSides} />}
        {figure && !sides && PUBLISHED_METRICS.some((each) => isMedian(each) && figure[each] === null) && (
          <p className={styles.soft}>
            {t('“—” means that the service gives no such figure here, or two different ones.')}
          </p>
        )}
        <p className={styles.soft}>
          {isWithoutPeriod ? t('The statistics service has no current figures at the moment.') : sentence(state)}
          {leftOut && state === 'sea' && ` ${stateSentence(leftOut, edition, records)}`}
          {figure && edition && sides?.kind !== 'change' && ` ${startOfSentence(windowText(edition))}.`}
        </p>
        {leftOut && name && <BuyAnyway cell={cell} name={name} />}
        <Rank cell={cell} metric={metric} />
        <CellPlaces lookup={lookup} places={places} isReached={isReached} />
        {!isEmbedded && (
          <div className={styles.actions}>
            <Button onPress={() => addArea({ kind: 'cell', cell })}>{t('Compare this hexagon')}</Button>
            <Button onPress={() => addArea({ kind: 'circle', circle: { ...cellCenter(cell), radius_km: RADIUS_KM } })}>
              {t('Draw a circle here')}
            </Button>
          </div>
        )}
      </div>
    </Panel>
  )
}

interface FigureProps {
  figure: ReadFigure
  units: Units
  metric: Metric
}

/** What the hexagon's colour says. */
function MainFigure({ figure, units, metric }: FigureProps) {
  const title = useMetricTitle(units)
  return (
    <dl className={styles.main}>
      <div className={styles.figure}>
        <dt>{title}</dt>
        <dd>{valueWords(figure, metric, units)}</dd>
      </div>
    </dl>
  )
}

function OtherFigures({ figure, units, metric }: FigureProps) {
  const labelOf = useMetricLabel(units)
  // Beside a yield or a change stand its two sides, not the figures of one of them.
  const others = metric === 'rental_yield' || metric === 'change' ? [] : PUBLISHED_METRICS
  const shown = others.filter((other) => other !== metric && figure[other] !== undefined)
  if (shown.length === 0) return null
  return (
    <dl className={styles.figures}>
      {shown.map((each) => (
        <div key={each} className={styles.figure}>
          <dt>{labelOf(each)}</dt>
          <dd>{valueWords(figure, each, units)}</dd>
        </div>
      ))}
    </dl>
  )
}

function valueWords(figure: ReadFigure, metric: Metric, units: Units): string {
  const value = figure[metric] ?? null
  return value === null ? '—' : `${figure.estimated ? '≈ ' : ''}${formatFigure(value, metric, units)}`
}

/** The two figures that are joined; either may be missing. */
function Sides({ sides, units }: { sides: CellSides; units: Units }) {
  const unit = sizeUnit(units.size_unit)
  return (
    <dl className={styles.figures}>
      {sideLabels(sides, unit).map(([label, { figure }]) => {
        const value = figure?.median_price_per_sqm ?? null
        const words = value === null ? '—' : formatFigure(value, 'median_price_per_sqm', units)
        return (
          <div key={label} className={styles.figure}>
            <dt>{label}</dt>
            <dd>{`${figure?.estimated ? '≈ ' : ''}${words}`}</dd>
          </div>
        )
      })}
    </dl>
  )
}

function sideLabels(sides: CellSides, unit: string) {
  return sides.kind === 'yield'
    ? ([
        [t('Median sale price per {unit}', { unit }), sides.sale],
        [t('Median monthly rent per {unit}', { unit }), sides.rent],
      ] as const)
    : ([
        [t('Median per {unit}, {months}', { unit, months: sides.months.now }), sides.now],
        [t('Median per {unit}, {months}', { unit, months: sides.months.earlier }), sides.earlier],
      ] as const)
}

function Rank({ cell, metric }: { cell: Cell; metric: Metric }) {
  const view = useViewCells()
  const rank = view && rankInView(view.cells, cell, metric)
  if (!rank) return null
  return (
    <p className={styles.soft}>
      {rankWords(metric, { place: formatCount(rank.place), all: formatCount(rank.of) })}
      {isRankPartial(view) && ` ${t('Only the loaded part of this view counts.')}`}
    </p>
  )
}

function rankWords(metric: Metric, rank: { place: string; all: string }): string {
  switch (metric) {
    case 'median_price_per_sqm':
    case 'median_price':
    case 'average_price':
    case 'difference':
    case 'price_for_area':
      return t('{place} of {all} in view, dearest first.', rank)
    case 'median_area':
      return t('{place} of {all} in view, largest first.', rank)
    case 'listings':
      return t('{place} of {all} in view, most first.', rank)
    case 'rental_yield':
    case 'change':
      return t('{place} of {all} in view, highest first.', rank)
    case 'area_for_budget':
      return t('{place} of {all} in view, most space first.', rank)
  }
}
