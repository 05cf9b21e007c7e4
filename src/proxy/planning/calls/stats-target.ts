import { type ListStyle, writeListQuery } from '../../../contract/service/assumptions.ts'
import type { Cell, Resolution } from '../../../domain/cell.ts'
import { BASE_CURRENCY, type Currency } from '../../../domain/currency.ts'
import type { Lens } from '../../../domain/lens.ts'
import type { Selector } from './plan.ts'

/** Everything in a metered call except its cells. */
export interface StatsQuestion {
  readonly basePath: string
  readonly lens: Lens
  readonly resolution: Resolution
  /** How the service wants lists to be written. */
  readonly style: ListStyle
  /** The base currency unless given; null names none. */
  readonly currency?: Currency | null | undefined
}

/** Path and query of a metered call, as they stand in the request line; ASCII, so characters are bytes. */
export function statsTarget(question: StatsQuestion, selector: Selector): string {
  return targetAt('/stats/current', question, selector)
}

/** The same for several periods; `labels` are the parameters that name them. */
export function historyTarget(
  question: StatsQuestion,
  selector: Selector,
  labels: Readonly<Record<string, string>>,
): string {
  return targetAt('/stats/history', { ...question, lens: { ...question.lens, ...labels } }, selector)
}

function targetAt(path: string, question: StatsQuestion, selector: Selector): string {
  const { basePath, lens, resolution, style, currency = BASE_CURRENCY } = question
  // Named wherever the service takes it, so that all tiles of an edition share it whatever the service's default.
  const query = new URLSearchParams({ ...lens, ...(currency !== null && { currency }) })
  const start = `${basePath}${path}?${query}${query.size === 0 ? '' : '&'}`
  switch (selector.kind) {
    case 'cells':
      return `${start}${writeListQuery(selector.cells, style)}`
    case 'circle': {
      const { lat, lng, radius_km } = selector
      return `${start}lat=${lat}&lng=${lng}&radius_km=${radius_km}&res=${resolution}`
    }
    case 'place':
      return `${start}geo_id=${encodeURIComponent(selector.geo_id)}&res=${resolution}`
  }
}

const SAMPLE = ['88394460c3fffff', '88394460c7fffff'] as Cell[]

/** How many cells fit a request line's target of so many bytes; at least 1. */
export function cellsWithin(bytes: number, question: StatsQuestion): number {
  const lengthOf = (cells: readonly Cell[]) => statsTarget(question, { kind: 'cells', cells }).length
  const one = lengthOf(SAMPLE.slice(1))
  return Math.max(1, 1 + Math.floor((bytes - one) / (lengthOf(SAMPLE) - one)))
}

/** The bytes of a target that lists so many cells. */
export function bytesToList(cells: number, question: StatsQuestion): number {
  const lengthOf = (listed: readonly Cell[]) => statsTarget(question, { kind: 'cells', cells: listed }).length
  const one = lengthOf(SAMPLE.slice(1))
  return one + Math.max(0, cells - 1) * (lengthOf(SAMPLE) - one)
}
