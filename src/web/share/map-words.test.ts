import { expect, test } from 'vitest'
import { areaFigures } from '../areas/spread/area-figures.ts'
import { distributionOf } from '../areas/spread/distribution.ts'
import type { TrayEntry } from '../tray/compared/use-tray.ts'
import { mapWords } from './map-words.ts'
import type { PicturedMap } from './use-pictured-map.ts'

const { counts } = areaFigures([], 'median_price')
const units = { currency: 'USD', size_unit: 'm2' }

/** An area of three months at resolution 8; `not_bought` of its five cells are not held. */
function entryOf(color: 0 | 1, not_bought: number): TrayEntry {
  const edition = {
    as_of: '2026-11-01',
    window_start: '2026-08-01',
    window_end: '2026-10-31',
    snapshot: { window_months: 3 },
  }
  return {
    chosen: { color },
    name: 'Circle',
    area: { isLoading: false, resolution: 8, edition },
    bought: { observed: [], estimated: [], counts: { ...counts, observed: 5 - not_bought, not_bought } },
    figures: { observed: [4_000], estimated: [] },
    units,
    spread: distributionOf([4_000]),
    isBaseline: color === 0,
    difference: null,
  } as unknown as TrayEntry
}

test('below a picture stand the resolution and months of areas, which need not be the map’s, and what is not known', () => {
  const map = {
    title: 'Median price',
    metric: 'median_price',
    units,
    about: 'For sale · Oct 2026, one month',
    scale: { breaks: [250_000], onMap: [], of: { kind: 'fixed' } },
    chosenClass: 1,
    enough: null,
    view: { counts: { ...counts, estimated: 1, no_listings: 3, not_bought: 1_500 }, cells: [] },
    edition: { resolution: 5, currency: 'USD' },
    since: null,
    tray: { metric: 'median_price', entries: [entryOf(0, 0), entryOf(1, 2)], comparability: { kind: 'same' } },
  } as unknown as PicturedMap
  const { areasBasis, areasNotes, classes, computedIn, marks } = mapWords(map, () => '#000')
  expect(
    marks.map(({ kind, words }) => `${kind}: ${words}`),
    'what the map shows, and no state that it lacks',
  ).toEqual([
    'observed: 0 hexagons of resolution 5 observed',
    'estimated: ≈ 1 estimated with its six neighbours',
    'no_listings: No listings: 3',
    'not_bought: Not bought: 1,500',
  ])
  expect(classes?.only, 'why the map is faded').toBe('Only one class stands out: $250,000 and more.')
  expect(areasBasis).toMatch(/^Median price in USD, at resolution\s8, Aug.*Oct\s2026, rolling three months$/)
  expect(areasNotes).toEqual(['B: 2 of its 5 cells are not known, so this figure may change.'])
  expect(computedIn).toBeNull()
  expect(
    mapWords({ ...map, since: { as_of: '2025-11-01' } } as PicturedMap, () => '#000').computedIn,
    'per cent of dollars are not per cent of the currency that prices are shown in',
  ).toBe('Change of the median price per unit of area in USD, each period at its own exchange rate.')
  const apart = { ...map, tray: { ...map.tray, comparability: { kind: 'windows' } } } as PicturedMap
  const words = mapWords(apart, () => '#000')
  expect(words.areasBasis).toBe('The areas’ figures are from different months, so their differences are not shown.')
  expect(words.areasNotes[0]).toMatch(/^A: Aug.*Oct\s2026, rolling three months$/)
})
