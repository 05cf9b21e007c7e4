import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { AreaFigures } from './area-figures.ts'
import { DistributionChart } from './DistributionChart.tsx'
import { distributionOf } from './distribution.ts'

test.each([
  [[3_100], '1 cell median: $3,100/m².'],
  [[3_100, 3_100.2], '2 cell medians, all $3,100/m².'],
  [[3_100, 3_300], '2 cell medians from $3,100/m² to $3,300/m²; the middle cell $3,200/m².'],
])('%j reads “%s”: values that read alike are said once', (observed, words) => {
  const spread = distributionOf(observed) ?? expect.fail()
  const figures = { observed, estimated: [] } as unknown as AreaFigures
  const units = { currency: 'USD', size_unit: 'sqm', rate: 1 }
  const chart = <DistributionChart spread={spread} figures={figures} metric="median_price_per_sqm" units={units} />
  expect(/aria-label="([^"]+)"/.exec(renderToStaticMarkup(chart))?.[1]).toBe(words)
})
