import type { Metric } from '../../domain/figure.ts'
import { numberFormat } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { amountToCompute, type Conversion, certainAmount, currencyDisplay } from './amounts.ts'
import { areaFactorOf, sizeUnit } from './area-units.ts'
import { exactDigits } from './significant-digits.ts'

type Quantity = 'money_per_area' | 'money' | 'area' | 'count' | 'percent' | 'change'

const QUANTITIES: Readonly<Record<Metric, Quantity>> = {
  median_price_per_sqm: 'money_per_area',
  median_price: 'money',
  median_area: 'area',
  average_price: 'money',
  listings: 'count',
  rental_yield: 'percent',
  change: 'change',
  difference: 'change',
  area_for_budget: 'area',
  price_for_area: 'money',
}

/** The name of a metric in controls and headings, for figures in these units: rents are not prices. */
export function metricLabel(metric: Metric, { isRent, size_unit }: Pick<Units, 'size_unit' | 'isRent'>): string {
  switch (metric) {
    case 'median_price_per_sqm': {
      const unit = sizeUnit(size_unit)
      return isRent ? t('Median rent per {unit}', { unit }) : t('Median price per {unit}', { unit })
    }
    case 'median_price':
      return isRent ? t('Median rent') : t('Median price')
    case 'median_area':
      return t('Median size')
    case 'average_price':
      return isRent ? t('Average rent') : t('Average price')
    case 'listings':
      return t('Number of listings')
    case 'rental_yield':
      return t('Gross rental yield')
    case 'change':
      return t('Change since an earlier period')
    case 'difference':
      return t('Difference from a place')
    case 'area_for_budget':
      return t('Space for a budget')
    case 'price_for_area':
      return isRent ? t('Rent of a given size') : t('Price of a given size')
  }
}

/** The units in which figures are shown. */
export interface Units extends Conversion {
  /** ISO 4217. */
  readonly currency: string
  /** As the service names it: `sqm`, `m2`, `sqft`…; `m2` or `ft2` where the reader chose one. */
  readonly size_unit: string
  /** Set where the service does not say in which unit its areas are. */
  readonly isAreaUnstated?: true
  /** True for rents, which are amounts a month. */
  readonly isRent?: boolean
}

/** Returns the unit of money for headings: `EUR`, `EUR a month`. */
function moneyUnit({ currency, isRent }: Units): string {
  return isRent ? t('{currency} a month', { currency }) : currency
}

/** True for a metric whose figures are amounts of money. */
export function isMoney(metric: Metric): boolean {
  return QUANTITIES[metric] === 'money' || QUANTITIES[metric] === 'money_per_area'
}

/** True for a metric whose figures are in per cent; a difference in per cent of them would be misread. */
export function isShare(metric: Metric): boolean {
  return QUANTITIES[metric] === 'percent' || QUANTITIES[metric] === 'change'
}

/** Returns the unit of a metric for headings: `USD`, `m²`, `%`; null for counts. */
export function unitOf(metric: Metric, units: Units): string | null {
  switch (QUANTITIES[metric]) {
    case 'money_per_area':
    case 'money':
      return moneyUnit(units)
    case 'area':
      return isInUnknownUnit(metric, units) ? t('unit not stated') : sizeUnit(units.size_unit)
    case 'percent':
      return t('% a year')
    case 'change':
      return '%'
    case 'count':
      return null
  }
}

/** Adds the unit to the name of a metric, for axes whose ticks may have no room for it: `Median price per m² in USD`. */
export function titleWithUnit(title: string, metric: Metric, units: Units): string {
  const unit = unitOf(metric, units)
  return unit === null ? title : t('{title} in {unit}', { title, unit })
}

/** Returns how money follows from the money of the purchase: for a price of one unit of area, of the unit shown. */
function moneyConversion(metric: Metric, units: Units): Required<Conversion> {
  const { rate = 1, spread = 0, areaFactor = 1, isExact = false } = units
  const isPerArea = QUANTITIES[metric] === 'money_per_area'
  return { rate: isPerArea ? rate / areaFactor : rate, spread, areaFactor, isExact }
}

/** Areas that are computed from prices per m² have their unit. */
function isInUnknownUnit(metric: Metric, { isAreaUnstated }: Units): boolean {
  return isAreaUnstated === true && metric === 'median_area'
}

/** Returns a figure in the units shown, as exactly as it can be computed. */
export function shownValue(value: number, metric: Metric, units: Units): number {
  if (isMoney(metric)) return value * moneyConversion(metric, units).rate
  if (isInUnknownUnit(metric, units)) return value
  return QUANTITIES[metric] === 'area' ? value * areaFactorOf(units) : value
}

/**
 * Returns a figure in the units shown for what is computed from several and then written: money is rounded there, if its
 * conversion leaves those digits certain.
 */
export function valueToCompute(value: number, metric: Metric, units: Units): number {
  const shown = shownValue(value, metric, units)
  if (!isMoney(metric)) return shown
  return amountToCompute(value, moneyConversion(metric, units), -decimalsOf(shown, DECIMAL_BELOW))
}

/**
 * Returns a figure in the units shown, money in the digits that its conversion leaves certain, down to the power of ten
 * `least`. For files, which are not rounded further.
 */
export function convertedValue(value: number, metric: Metric, units: Units, least?: number): number {
  return isMoney(metric)
    ? certainAmount(value, moneyConversion(metric, units), least)
    : shownValue(value, metric, units)
}

/** Significant digits of what is made from a price per m². */
const MADE_DIGITS = 4

/** Returns a figure in the units shown, in the digits that are certain, as it is read. */
function certainValue(value: number, metric: Metric, units: Units, least?: number): number {
  const amount = convertedValue(value, metric, units, least)
  if (metric !== 'price_for_area' && metric !== 'area_for_budget') return amount
  // Made from a price per m² with five digits; the last may be cut off. Fewer digits are rounded once, where they are written.
  const written = Math.floor(Math.log10(Math.abs(amount))) + 1 + writtenDecimals(amount, QUANTITIES[metric])
  return written > MADE_DIGITS ? Number(amount.toPrecision(MADE_DIGITS)) : amount
}

/** Returns a figure as the number that `formatFigure` writes, so that what is computed from figures on the screen agrees with them. */
export function readValue(value: number, metric: Metric, units: Units): number {
  const quantity = QUANTITIES[metric]
  const least = isMoney(metric) ? -decimalsOf(shownValue(value, metric, units), DECIMAL_BELOW) : undefined
  const exact = isInUnknownUnit(metric, units) ? value : certainValue(value, metric, units, least)
  // `toFixed` rounds differently from the `Intl` format on the screen, which makes 18.5 of 18.45, and 8.4% of 8.45.
  const plain = { maximumFractionDigits: writtenDecimals(exact, quantity), useGrouping: false } as const
  return isShare(metric)
    ? Number(new Intl.NumberFormat('en', { ...plain, style: 'percent' }).format(exact / 100).replace('%', ''))
    : Number(new Intl.NumberFormat('en', plain).format(exact))
}

/** Returns how many decimals `formatFigure` writes at most. */
function writtenDecimals(value: number, quantity: Quantity): number {
  switch (quantity) {
    case 'count':
      return COUNT_DECIMALS
    case 'change':
      return changeDecimals(value)
    case 'percent':
      return 1
    case 'area':
      return decimalsOf(value, 10)
    case 'money':
    case 'money_per_area':
      return decimalsOf(value, DECIMAL_BELOW)
  }
}

/** Returns the units with areas as they were bought, for files that other programs read. */
export function inBoughtArea({ areaFactor: _, ...units }: Units, { size_unit }: { size_unit: string }): Units {
  return { ...units, size_unit }
}

/** Returns the units for values that have been converted already. */
export function unitsOfShown({ currency, size_unit, isAreaUnstated, isRent = false }: Units): Units {
  return { currency, size_unit, isRent, ...(isAreaUnstated && { isAreaUnstated }) }
}

/**
 * How many digits are written: as many as a figure is read in, for null; all of what is exact, such as a class break, which
 * would name another class if it were rounded; or so many significant ones, in a short form.
 */
type Digits = number | 'all' | null

/** Returns a figure with its unit in the reader's locale: `€4,210/m²`, `€18.5/m² a month`, `+12%`; short with `digits`: `€4.2K`. */
export function formatFigure(value: number, metric: Metric, units: Units, digits: Digits = null): string {
  const quantity = QUANTITIES[metric]
  switch (quantity) {
    case 'count':
      return numberFormat(
        digits === null ? { maximumFractionDigits: COUNT_DECIMALS } : notation(value, digits, 0),
      ).format(value)
    case 'percent':
    case 'change':
      return formatPercent(value, quantity === 'change', digits)
    case 'area':
      if (isInUnknownUnit(metric, units)) {
        return t('{area} (unit not stated)', { area: formatNumber(value, digits, 10) })
      }
      return formatArea(
        digits === null ? certainValue(value, metric, units) : shownValue(value, metric, units),
        units,
        digits,
      )
    case 'money':
    case 'money_per_area': {
      const shown = shownValue(value, metric, units)
      const amount = digits === null ? certainValue(value, metric, units, -decimalsOf(shown, DECIMAL_BELOW)) : shown
      const money = formatMoney(amount, units.currency, digits)
      if (typeof digits === 'number') return money
      const perSize = quantity === 'money_per_area' ? `${money}/${sizeUnit(units.size_unit)}` : money
      return units.isRent ? t('{amount} a month', { amount: perSize }) : perSize
    }
  }
}

/** Returns an area in the unit shown: `84 m²`. */
function formatArea(shown: number, { size_unit }: Pick<Units, 'size_unit'>, digits: Digits = null): string {
  return `${formatNumber(shown, digits, 10)} ${sizeUnit(size_unit)}`
}

/** The middle of cells with 12 and 13 listings is 12.5. */
const COUNT_DECIMALS = 1

/** Decimals of a size that somebody typed; it may be shown in another unit. */
export const SIZE_DECIMALS = 2

/** Returns a size that somebody typed as the field for it has it: `84.5 m²`. */
export function formatSize(size: number, units: Units): string {
  const shown = size * areaFactorOf(units)
  return formatArea(Number(shown.toFixed(SIZE_DECIMALS)), units, 'all')
}

/** With a decimal below `decimalBelow`, unless all digits are wanted; compact with a number of digits. */
function notation(value: number, digits: Digits, decimalBelow: number): Intl.NumberFormatOptions {
  if (digits === 'all') return { maximumSignificantDigits: exactDigits([value]) }
  if (digits !== null) return { notation: 'compact', useGrouping: 'always', maximumSignificantDigits: digits }
  return { maximumFractionDigits: decimalsOf(value, decimalBelow) }
}

/** Amounts a tenth as large keep two decimals, and ever smaller ones two digits: €1.54/m², not €1.5/m². */
function decimalsOf(value: number, decimalBelow: number): number {
  const size = Math.abs(value)
  if (size >= decimalBelow) return 0
  if (size >= decimalBelow / 10 || size === 0) return 1
  return Math.min(Math.max(2, 1 - Math.floor(Math.log10(size))), DECIMALS_MAX)
}

function formatNumber(value: number, digits: Digits, decimalBelow: number): string {
  return numberFormat(notation(value, digits, decimalBelow)).format(value)
}

/** A change of 0.4% is not one of 0%. */
function changeDecimals(percent: number): number {
  return Math.abs(percent) < 0.5 ? 1 : 0
}

function formatPercent(value: number, isChange: boolean, digits: Digits): string {
  const precision =
    digits === null
      ? { maximumFractionDigits: isChange ? changeDecimals(value) : 1 }
      : { maximumSignificantDigits: digits === 'all' ? exactDigits([value]) : digits }
  const sign = isChange ? ({ signDisplay: 'exceptZero' } as const) : {}
  return numberFormat({ style: 'percent', ...sign, ...precision }).format(value / 100)
}

/** More digits would not read as a number. */
const DECIMALS_MAX = 8

/** Rents per m² are a few units of money, where a decimal matters. */
const DECIMAL_BELOW = 100

function formatMoney(value: number, currency: string, digits: Digits): string {
  const style = {
    style: 'currency',
    currency,
    currencyDisplay: currencyDisplay(currency),
    minimumFractionDigits: 0,
  } as const
  const precision = notation(value, digits, DECIMAL_BELOW)
  try {
    return numberFormat({ ...style, ...precision }).format(value)
  } catch {
    // Intl refuses codes outside ISO 4217.
    return `${numberFormat(precision).format(value)} ${currency}`
  }
}
