import { expect, test } from 'vitest'
import { CHART_WIDTH, placeLabels } from './axis-labels.ts'

test('labels with room stand below their ticks', () => {
  const labels = [
    { at: 30, words: '$6K' },
    { at: 120, words: '$7K' },
    { at: 210, words: '$8K' },
  ]
  expect(placeLabels(labels)).toEqual(labels)
})

test('a long label at an end moves into the chart', () => {
  const [first, last] = placeLabels([
    { at: 14, words: '400.000' },
    { at: 260, words: '600.000' },
  ])
  // Seven letters of 11 px are about 45 px wide.
  expect(first?.at).toBeGreaterThanOrEqual(22.5)
  expect(last?.at).toBeLessThanOrEqual(CHART_WIDTH - 22.5)
})

test('a label that would run into the one before it is left out', () => {
  const labels = [14, 75, 137, 198, 260].map((at) => ({ at, words: '1.600.000 $' }))
  const placed = placeLabels(labels)
  expect(placed.length).toBeGreaterThan(1)
  for (const [index, { at }] of placed.slice(1).entries()) expect(at - (placed[index]?.at ?? 0)).toBeGreaterThan(70)
})
