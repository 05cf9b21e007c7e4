import { useQuery } from '@tanstack/react-query'
import type { Metric } from '../../domain/figure.ts'
import type { Area } from '../areas/area.ts'
import { km2OfCells } from '../areas/chosen/shape-geometry.ts'
import { areaFigures } from '../areas/spread/area-figures.ts'
import { distributionOf } from '../areas/spread/distribution.ts'
import { isMostlyEstimated, markEstimate } from '../areas/spread/mostly-estimated.ts'
import { AreaCountsList } from '../areas/summary/AreaCountsList.tsx'
import { AreaSummary } from '../areas/summary/AreaSummary.tsx'
import { rollupWords } from '../areas/summary/rollup-words.ts'
import { usePlaceArea } from '../areas/use-area.ts'
import { formatFigure, type Units } from '../figures/figure-words.ts'
import { useShownUnits } from '../figures/use-shown-currency.ts'
import { useRecordWord } from '../free/coverage.ts'
import { filtersOptions } from '../free/filters.ts'
import { type Place, placeOptions } from '../free/geo.ts'
import { placeCellsOptions } from '../free/place-cells.ts'
import { placePageOptions } from '../free/place-pages.ts'
import { type HeldHistory, useHistories } from '../history/use-histories.ts'
import { t } from '../language/translate.ts'
import { lensWordsFor } from '../lens/lens-words.ts'
import { useMetricTitle } from '../metric/use-metric-title.ts'
import { ancestorsText } from '../places/place-words.ts'
import { emptyReason } from '../places/RankList.tsx'
import type { RankedPlace } from '../places/rank-parts.ts'
import { useRankedParts } from '../places/use-ranked-parts.ts'
import { useAddress } from '../state/use-address.ts'
import { listingsIn, listingsWords } from '../tray/compared/listings-in.ts'
import { formatCount } from '../ui/words/format.ts'
import { useGroundSizeWords } from '../ui/words/ground-size.ts'
import { countryName, levelLabel, placeName } from '../ui/words/place-name.ts'
import { useEditionName } from '../view/view-cells.ts'
import { OfEachMap } from './OfEachMap.tsx'
import styles from './Report.module.css'
import { ReportHistories } from './ReportHistories.tsx'

interface ReportedPlace {
  readonly place: Place
  readonly area: Area
  readonly metric: Metric
  readonly units: Units | null
  readonly parts: readonly RankedPlace[]
  /** Size and number of listings in words; empty while neither is known. */
  readonly facts: string
  /** The filters in words. */
  readonly filters: string
  readonly history: HeldHistory | null
}

/** The open place as each map has it: its figures, their spread, and its parts by rank. Nothing without one. */
export function ReportPlace() {
  const first = useReportedPlace()
  if (first === null) return null
  return (
    <OfEachMap first={first} read={useReportedPlace}>
      {(of, heading) => <PlaceSection of={of} heading={heading} />}
    </OfEachMap>
  )
}

/** The open place with its first hundred parts; null until it is known. */
function useReportedPlace(): ReportedPlace | null {
  const geo_id = useAddress((address) => address.place)
  const metric = useAddress((address) => address.metric)
  const place = useQuery(placeOptions(geo_id)).data
  const area = usePlaceArea(geo_id)
  const units = useShownUnits(area.edition)
  const page = placePageOptions({ parent: geo_id, level: null, page: 1 })
  const beneath = useQuery({ ...page, enabled: geo_id !== null }).data?.places ?? []
  const { ranked } = useRankedParts(area, geo_id === null ? [] : beneath)
  const cells = useQuery(placeCellsOptions(geo_id)).data?.cells
  const records = useRecordWord()
  const sizeWords = useGroundSizeWords()
  const filters = useQuery(filtersOptions).data?.filters ?? []
  const name = useEditionName(area.resolution)
  const [history = null] = useHistories(name, geo_id === null ? [] : [{ geo_id }])
  if (place === undefined) return null
  const listings = listingsIn(area.cells)
  const facts = [
    cells && cells.length > 0 ? sizeWords(km2OfCells(cells)) : [],
    listings === null ? [] : listingsWords(listings, records),
  ]
  return {
    place,
    area,
    metric,
    units,
    parts: ranked,
    facts: facts.flat().join(' · '),
    filters: area.edition ? lensWordsFor(metric, filters, area.edition) : '',
    history,
  }
}

function PlaceSection({
  of: { place, area, metric, units, parts, facts, filters, history },
  heading,
}: {
  of: ReportedPlace
  heading: string | null
}) {
  const figures = areaFigures(area.cells, metric)
  const where =
    place.level === 'country' ? '' : [ancestorsText(place), countryName(place.country)].filter(Boolean).join(', ')
  return (
    <section className={styles.areas}>
      <h2>{placeName(place)}</h2>
      <p className={styles.quiet}>{[levelLabel(place.level), where].filter(Boolean).join(' · ')}</p>
      {heading !== null && <h3>{heading}</h3>}
      <div className={styles.chart}>
        <AreaSummary
          area={area}
          figures={figures}
          metric={metric}
          noCellsText={t('The service has no outline for this place.')}
        />
      </div>
      <p className={styles.quiet}>{filters}</p>
      <AreaCountsList counts={figures.counts} isLoading={area.isLoading} />
      <p>{facts}</p>
      {area.rollupNote !== null && <p className={styles.quiet}>{rollupWords()}</p>}
      {parts.length > 0 && units && <PartsTable parts={parts} metric={metric} units={units} />}
      {history && <ReportHistories areas={[{ name: placeName(place), label: placeName(place), held: history }]} />}
    </section>
  )
}

function PartsTable({ parts, metric, units }: { parts: readonly RankedPlace[]; metric: Metric; units: Units }) {
  const title = useMetricTitle(units)
  const records = useRecordWord()
  return (
    <table className={styles.table}>
      <caption className={styles.quiet}>{t('Its parts by their middle cell: {metric}', { metric: title })}</caption>
      <thead>
        <tr>
          <th scope="col">{t('Rank')}</th>
          <th scope="col">{t('Place')}</th>
          <th scope="col">{t('Middle cell')}</th>
          <th scope="col">{t('Middle half')}</th>
          <th scope="col">{t('Observed')}</th>
          <th scope="col">{t('Estimated')}</th>
          <th scope="col">{t('No figure')}</th>
        </tr>
      </thead>
      <tbody>
        {parts.map((part) => (
          <tr key={part.place.geo_id}>
            <td>{part.rank === null ? '–' : formatCount(part.rank)}</td>
            <th scope="row">{placeName(part.place)}</th>
            <td>{part.middle === null ? emptyReason(part, records) : partWords(part, part.middle, metric, units)}</td>
            <td>{halfWords(part, (value) => partWords(part, value, metric, units))}</td>
            <td>{formatCount(part.figures.counts.observed)}</td>
            <td>{formatCount(part.figures.counts.estimated)}</td>
            <td>{formatCount(part.figures.counts.too_few)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function partWords({ figures }: RankedPlace, value: number, metric: Metric, units: Units): string {
  return markEstimate(formatFigure(value, metric, units), isMostlyEstimated(figures))
}

function halfWords({ figures }: RankedPlace, format: (value: number) => string): string {
  const quartiles = distributionOf([...figures.observed, ...figures.estimated])?.quartiles ?? null
  if (quartiles === null) return '—'
  return t('{from} to {to}', { from: format(quartiles.lower), to: format(quartiles.upper) })
}
