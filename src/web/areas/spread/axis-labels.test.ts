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

test('without room for all, every second tick has a label', () => {
  const words = ['500.000', '550.000', '600.000', '650.000', '700.000', '750.000']
  // The first label moves into the chart and so towards the second; from there on, all of them would fit.
  const placed = placeLabels(words.map((each, index) => ({ at: 52 * index, words: each })))
  expect(placed.map((label) => label.words)).toEqual(['500.000', '600.000', '700.000'])
})

test('a short word with narrow letters is not taken for a wide one', () => {
  const words = ['5 mil', '5,5 mil', '6 mil', '6,5 mil', '7 mil', '7,5 mil']
  expect(placeLabels(words.map((each, index) => ({ at: 14 + 49 * index, words: each })))).toHaveLength(6)
})

test('labels that would run into each other are left out', () => {
  const labels = [14, 75, 137, 198, 260].map((at) => ({ at, words: '1.600.000 $' }))
  const placed = placeLabels(labels)
  expect(placed.length).toBeGreaterThan(1)
  for (const [index, { at }] of placed.slice(1).entries()) expect(at - (placed[index]?.at ?? 0)).toBeGreaterThan(70)
})
