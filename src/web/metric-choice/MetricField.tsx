import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { Currency } from '../../domain/currency.ts'
import { METRICS, type Metric, ROW_EXTRAS } from '../../domain/figure.ts'
import { type AsOf, addMonths } from '../../domain/period.ts'
import { sizeUnit as unitOfSize } from '../figures/area-units.ts'
import { useShownCurrency, useShownUnits } from '../figures/use-shown-currency.ts'
import { filtersOptions } from '../free/filters.ts'
import { isCountryId } from '../free/geo.ts'
import { useAsOf, useHasEarlier } from '../free/period.ts'
import { t } from '../language/translate.ts'
import { useLocale } from '../language/use-locale.ts'
import { offersOf, rentOf } from '../metric/rental.ts'
import { useMetricLabel } from '../metric/use-metric-title.ts'
import type { Address } from '../state/address/address.ts'
import { withArea } from '../state/address/area-list.ts'
import { getAddress, setAddress, useAddress } from '../state/use-address.ts'
import { useHomeCurrency } from '../tiles/page-tiles.ts'
import { SelectField } from '../ui/controls/SelectField.tsx'
import type { ViewCells } from '../view/view-cells.ts'

/** The metric that colours the hexagons. All but the yield are computed from figures that are already there. */
export function MetricField({ view }: { view: ViewCells | null }) {
  const metric = useAddress((address) => address.metric)
  const shown = useShownUnits(view?.edition ?? null)
  const filters = useQuery(filtersOptions).data?.filters
  const served = useAsOf() ?? null
  const currency = useEntryCurrency()
  const isRent = useIsRent()
  const sizeUnit = view?.edition?.size_unit || 'm2'
  const hasYield = filters === undefined || offersOf(filters) !== null
  const hasEarlier = useHasEarlier()
  const isOffered = (each: Metric) => {
    if (each === 'change') return hasEarlier
    if (each === 'rental_yield') return hasYield
    const isExtra = ROW_EXTRAS.some((extra) => extra === each)
    return !isExtra || view?.cells.some(({ figure }) => (figure?.[each] ?? null) !== null)
  }
  const offered = METRICS.filter((each) => each === metric || isOffered(each)).join(' ')
  const labelOf = useMetricLabel(shown)
  const locale = useLocale()
  // The cells in view change with every tile that arrives, and the field with none of them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels follow the language
  const options = useMemo(
    () =>
      METRICS.filter((each) => offered.split(' ').includes(each)).map((value) => ({
        value,
        label: labelOf(value),
      })),
    [offered, labelOf, locale],
  )
  const choose = useCallback(
    (next: Metric) => {
      const first = firstAmounts(next, getAddress(), { served, currency, isRent, sizeUnit })
      setAddress({ metric: next, ...first }, 'push')
    },
    [served, currency, isRent, sizeUnit],
  )
  return <SelectField label={t('Colour by')} options={options} value={metric} onChange={choose} />
}

/** Returns the currency in which amounts are shown, and so entered. */
export function useEntryCurrency(): Currency {
  const shown = useShownCurrency()
  const home = useHomeCurrency()
  return shown.kind === 'known' ? shown.currency : home
}

/** True when the figures are rents. */
export function useIsRent(): boolean {
  const offer = useAddress((address) => address.lens.ad_sub_type)
  const filters = useQuery(filtersOptions).data?.filters
  return offer !== undefined && filters !== undefined && rentOf(filters) === offer
}

const FIRST_BUDGET = { sale: 300_000, rent: 1_500 }
const FIRST_SIZE = { 'm²': 80, 'ft²': 850 }

interface FirstUnits {
  readonly currency: Currency
  readonly isRent: boolean
  readonly sizeUnit: string
  readonly served: AsOf | null
}

/** Returns what a metric needs and the address lacks, so that the map has colours at once. */
function firstAmounts(metric: Metric, address: Address, units: FirstUnits): Partial<Address> {
  const { budget, size, areas, place } = address
  if (metric === 'area_for_budget' && budget === null) {
    return { budget: { amount: FIRST_BUDGET[units.isRent ? 'rent' : 'sale'], currency: units.currency } }
  }
  if (metric === 'price_for_area' && size === null) {
    return { size: FIRST_SIZE[unitOfSize(units.sizeUnit) === 'ft²' ? 'ft²' : 'm²'] }
  }
  // The same month of the year before, so that seasons do not count.
  if (metric === 'change' && address.since === null && units.served !== null) {
    return { since: addMonths(units.served, -12) }
  }
  // The open place is what a viewer would compare with, as long as nothing else is compared.
  if (metric !== 'difference' || areas.length > 0 || place === null || isCountryId(place)) return {}
  const added = withArea(areas, { kind: 'place', geo_id: place }, { resolution: address.placeResolution })
  return added.kind === 'added' ? { areas: added.areas } : {}
}
