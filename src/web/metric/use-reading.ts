import { useQuery } from '@tanstack/react-query'
import { createContext, createElement, type ReactNode, useContext, useMemo } from 'react'
import type { EditionName } from '../../domain/edition.ts'
import type { DerivedMetric, Figure, Metric, PublishedMetric } from '../../domain/figure.ts'
import { type Lens, parseLensKey } from '../../domain/lens.ts'
import type { AsOf } from '../../domain/period.ts'
import { useShownCurrency } from '../figures/use-shown-currency.ts'
import { filtersOptions } from '../free/filters.ts'
import { useShownAsOf } from '../free/period.ts'
import { baselineOf } from '../state/address/area-choice.ts'
import { useAddress } from '../state/use-address.ts'
import { tileStore } from '../tiles/page-tiles.ts'
import { baselineKey, useBaselineFigure } from './baseline-figure.ts'
import { type Amounts, derivedValue, isPooledCount, isTooSmall, scaleMetric } from './derive.ts'
import { type FigureSource, type OtherSide, pairedSource } from './figure-source.ts'
import { type NoYield, type Offers, offersOf, otherLens, yieldLenses } from './rental.ts'
import { useBoughtBudget } from './use-budget.ts'

/** A figure with the derived metric in force, if one is. */
export type ReadFigure = Figure & Readonly<Partial<Record<DerivedMetric, number | null>>>

/** Why no cell has a value of the metric in force. */
export type MetricGap = 'no_budget' | 'no_rate' | 'no_size' | 'no_baseline' | 'no_since' | 'no_rent' | NoYield

/** How the metric in force is read from the service's figures. */
export interface Reading {
  readonly metric: Metric
  /** Where the cells' states and figures come from. */
  readonly source: FigureSource
  readonly amounts: Amounts
  /** Returns the other edition that a yield or a change needs; null for other metrics. */
  readonly otherOf: (name: EditionName) => OtherSide | null
  /** Returns the figure with the metric. */
  readonly read: (figure: Figure) => ReadFigure
  /** Returns the metric alone; null without one. */
  readonly value: (figure: Figure) => number | null
  /** True for a value of the metric that is faded on the map, because the viewer asked for more. */
  readonly isFaded: (value: number) => boolean
  /** Readings with the same text give the same values. */
  readonly key: string
  /** Null when nothing is missing that the viewer could give. */
  readonly gap: MetricGap | null
  /** True while something is being looked up that the metric needs. */
  readonly isPending: boolean
}

const InForce = createContext<Reading | null>(null)

/** Finds out once for all components inside how the address's metric is read; two maps have one each. */
export function ReadingProvider({ children }: { children: ReactNode }) {
  return createElement(InForce, { value: useFoundReading() }, children)
}

/** Returns how the address's metric is read. */
export function useReading(): Reading {
  const reading = useContext(InForce)
  if (reading === null) throw new Error('expected a ReadingProvider around every component that reads figures')
  return reading
}

function useFoundReading(): Reading {
  const metric = useAddress((address) => address.metric)
  const size = useAddress((address) => address.size)
  const min_area = useAddress((address) => address.min_area)
  const budget = useBoughtBudget()
  const key = useBaselineKeyOf()
  const found = useBaselineFigure((state) => state.found)
  const known = key !== null && found?.key === key ? found : null
  const baseline = known?.perSqm ?? null
  const lens = useAddress((address) => address.lens)
  const since = useAddress((address) => address.since)
  const { data, isLoading: isLookingForFilters } = useQuery({ ...filtersOptions, enabled: metric === 'rental_yield' })
  const filters = data?.filters
  const bought = budget.kind === 'known' ? budget.amount : null
  const lacksRate = budget.kind === 'no_rate'
  const isPending =
    (metric === 'difference' && key !== null && known === null) ||
    (metric === 'area_for_budget' && budget.kind === 'looking') ||
    (metric === 'rental_yield' && isLookingForFilters)
  return useMemo(() => {
    const offers = filters ? offersOf(filters) : null
    const amounts = { budget: bought, size, min_area, baseline }
    const pairs = (metric === 'rental_yield' && offers !== null) || (metric === 'change' && since !== null)
    const otherOf = (name: EditionName) => {
      if (metric === 'change') return earlierSide(name, since)
      return metric === 'rental_yield' && offers !== null ? otherSide(name, offers) : null
    }
    return {
      metric,
      amounts,
      otherOf,
      source: pairs ? pairedSource(tileStore, otherOf) : tileStore,
      read: (figure) => readFigure(figure, metric, amounts),
      value: (figure) => valueIn(figure, metric, amounts),
      isFaded: (value) => isTooSmall(metric, value, amounts),
      key: [metric, amountText(metric, amounts), pairs, metric === 'change' ? since : ''].join(':'),
      isPending,
      gap: gapOf(metric, amounts, { lacksRate, hasFilters: filters !== undefined, offers, lens, since }),
    }
  }, [metric, bought, size, min_area, baseline, filters, lens, since, lacksRate, isPending])
}

/** Returns the key of the address's baseline; null without one or without a period. */
export function useBaselineKeyOf(): string | null {
  const areas = useAddress((address) => address.areas)
  const chosen = useAddress((address) => address.baseline)
  const lens = useAddress((address) => address.lens)
  const as_of = useShownAsOf() ?? null
  const shown = useShownCurrency()
  const asSuch = shown.kind === 'known' && shown.rate.kind === 'bought-as-such' ? shown.currency : null
  return useMemo(() => {
    const baseline = baselineOf({ areas, baseline: chosen })
    if (baseline === null || as_of === null) return null
    return baselineKey(baseline, { as_of, lens, ...(asSuch && { currency: asSuch }) })
  }, [areas, chosen, lens, as_of, asSuch])
}

function otherSide(name: EditionName, offers: Offers): OtherSide | null {
  const lenses = yieldLenses(parseLensKey(name.lens) ?? {}, offers)
  if (typeof lenses === 'string') return null
  const other = otherLens(name.lens, lenses)
  return other && { name: { ...name, lens: other }, join: name.lens === lenses.sale ? 'own_is_sale' : 'other_is_sale' }
}

function earlierSide(name: EditionName, since: AsOf | null): OtherSide | null {
  return since !== null && since < name.as_of ? { name: { ...name, as_of: since }, join: 'other_is_earlier' } : null
}

function readFigure(figure: Figure, metric: Metric, amounts: Amounts): ReadFigure {
  return isInRow(metric) && !isPooledCount(figure, metric)
    ? figure
    : { ...figure, [metric]: valueIn(figure, metric, amounts) }
}

function valueIn(figure: Figure, metric: Metric, amounts: Amounts): number | null {
  if (isPooledCount(figure, metric)) return null
  return isInRow(metric) ? (figure[metric] ?? null) : derivedValue(metric, figure.median_price_per_sqm, amounts)
}

/** True for metrics that figures have when they come from their source. */
function isInRow(metric: Metric): metric is PublishedMetric | 'rental_yield' | 'change' {
  return metric === 'rental_yield' || metric === 'change' || scaleMetric(metric) === metric
}

function amountText(metric: Metric, { budget, size, baseline }: Amounts): string {
  switch (metric) {
    case 'area_for_budget':
      return String(budget)
    case 'price_for_area':
      return String(size)
    case 'difference':
      return String(baseline)
    default:
      return ''
  }
}

interface Given {
  readonly lacksRate: boolean
  readonly hasFilters: boolean
  readonly offers: Offers | null
  readonly lens: Lens
  readonly since: AsOf | null
}

function gapOf(metric: Metric, { budget, size, baseline }: Amounts, given: Given): MetricGap | null {
  switch (metric) {
    case 'area_for_budget':
      return given.lacksRate ? 'no_rate' : budget === null ? 'no_budget' : null
    case 'price_for_area':
      return size === null ? 'no_size' : null
    case 'difference':
      return baseline === null ? 'no_baseline' : null
    case 'change':
      return given.since === null ? 'no_since' : null
    case 'rental_yield': {
      if (!given.hasFilters) return null
      if (given.offers === null) return 'no_rent'
      const lenses = yieldLenses(given.lens, given.offers)
      return typeof lenses === 'string' ? lenses : null
    }
    default:
      return null
  }
}
