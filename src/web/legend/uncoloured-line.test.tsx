import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Metric } from '../../domain/figure.ts'
import type { ViewCells } from '../view/view-cells.ts'
import { UncolouredLine } from './UncolouredLine.tsx'

const figure = { median_price_per_sqm: 4_000, median_price: null, median_area: 80 }
const VIEW = {
  cells: [{ figure }, { figure: { ...figure, median_price_per_sqm: null } }, { figure: null }],
  counts: { observed: 1, estimated: 1 },
} as unknown as ViewCells

it.each<[Metric, string]>([
  ['median_price_per_sqm', '1 of these cells lacks this figure and has no colour.'],
  ['median_price', '2 of these cells lack this figure and have no colour.'],
  ['median_area', ''],
])('of hexagons with figures, those that lack %s are counted: %s', (metric, words) => {
  const html = renderToStaticMarkup(<UncolouredLine view={VIEW} metric={metric} />)
  expect(html.replace(/<[^>]*>/g, '')).toBe(words)
})
