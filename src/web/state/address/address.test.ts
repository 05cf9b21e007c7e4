import fc from 'fast-check'
import { latLngToCell } from 'h3-js'
import { expect, test } from 'vitest'
import { parseCell, RESOLUTIONS } from '../../../domain/cell.ts'
import { METHODS } from '../../../domain/class-breaks.ts'
import { BASE_CURRENCY, parseCurrency } from '../../../domain/currency.ts'
import { METRICS } from '../../../domain/figure.ts'
import { parseAsOf } from '../../../domain/period.ts'
import { parseGeoId } from '../../../domain/place.ts'
import { FIRST_ADDRESS, formatAddress, isAboutSomething, parseAddress, THEMES } from './address.ts'
import { AREA_COLORS, type AreaColor, type AreaShape } from './area-choice.ts'
import { SPLITS } from './beside.ts'
import { PALETTES } from './class-choice.ts'

const EUR = parseCurrency('EUR') ?? BASE_CURRENCY

const territory = (id: string, isProvisional: boolean) =>
  ({ kind: 'territory', geo_id: parseGeoId(id) ?? expect.fail(), isProvisional }) as const

const degrees = (most: number) => fc.integer({ min: -most * 1e5, max: most * 1e5 }).map((n) => n / 1e5)

const resolutions = fc.constantFrom(null, ...RESOLUTIONS)

const SHAPES: readonly AreaShape[] = [
  { kind: 'place', geo_id: parseGeoId('zona:1/ü, x') ?? expect.fail() },
  { kind: 'place', geo_id: parseGeoId('z1k2j3') ?? expect.fail() },
  { kind: 'circle', circle: { lat: 41.4, lng: -2.17, radius_km: 2.5 } },
  { kind: 'circle', circle: { lat: -84.99999, lng: 180, radius_km: 500 } },
  { kind: 'cell', cell: parseCell(latLngToCell(41.4, 2.17, 8)) ?? expect.fail() },
  {
    kind: 'polygon',
    corners: [
      { lat: -17, lng: 179.5 },
      { lat: -17, lng: -179.5 },
      { lat: -16, lng: -179.5 },
    ],
  },
]
const area = (index: number, color: AreaColor) =>
  fc.record({
    shape: fc.constant(SHAPES[index] ?? expect.fail()),
    color: fc.constant(color),
    resolution: resolutions,
    name: fc.constantFrom(null, 'Home', 'a:b & c=d, %41 “é”'),
  })

const addresses = fc.record({
  view: fc.record({ lat: degrees(85), lng: degrees(180), zoom: fc.integer({ min: 0, max: 2000 }).map((n) => n / 100) }),
  screen: fc.constantFrom(null, { width: 390, height: 844 }),
  lens: fc.constantFrom({}, { ad_sub_type: 'rent' }, { ad_sub_type: 'rent', rooms: '2' }, { min_price_usd: '100000' }),
  metric: fc.constantFrom(...METRICS),
  budget: fc.constantFrom(null, { amount: 300_000, currency: BASE_CURRENCY }, { amount: 1250.5, currency: EUR }),
  size: fc.constantFrom(null, 80, 42.5),
  min_area: fc.constantFrom(null, 80, 42.5),
  since: fc.constantFrom(null, parseAsOf('2025-11-01')),
  period: fc.constantFrom(null, parseAsOf('2026-01-01')),
  areas: fc
    .shuffledSubarray([...SHAPES.keys()])
    .chain((chosen) => fc.tuple(...chosen.map((index, color) => area(index, color as AreaColor)))),
  baseline: fc.constantFrom(null, ...AREA_COLORS),
  currency: fc.constantFrom(BASE_CURRENCY, EUR),
  breaks: fc.constantFrom(
    null,
    { resolution: 8, at: [1200, 2500.5, 4000], of: { kind: 'view' } } as const,
    { resolution: 4, at: [7], of: { kind: 'hand' } } as const,
    { resolution: 7, currency: EUR, at: [1800, 2700], of: territory('es', false) } as const,
    { resolution: 8, at: [0.1, 1e9], of: territory('zona:1/ü, x', true) } as const,
    { resolution: 6, at: [-10, 0, 2.5], of: { kind: 'fixed' } } as const,
  ),
  method: fc.constantFrom(...METHODS),
  locked: fc.boolean(),
  palette: fc.constantFrom(...PALETTES),
  shownClass: fc.constantFrom(
    null,
    { from: null, below: null },
    { from: null, below: -10.5 },
    { from: 2.5, below: 1e21 },
    { from: 0.0000001, below: null },
  ),
  resolution: resolutions,
  place: fc.constantFrom(null, parseGeoId('es'), parseGeoId('z1k2j3')),
  placeResolution: resolutions,
  found: fc.constantFrom(
    null,
    { lat: 60.39299, lng: 5.32415, country: 'no', name: 'Bergen' },
    { lat: -41, lng: 174.5, country: null, name: 'A, b:c' },
    { lat: 0, lng: 0, country: null, name: null },
  ),
  cell: fc.constantFrom(null, parseCell(latLngToCell(41.4, 2.17, 8))),
  table: fc.boolean(),
  beside: fc.constantFrom(
    null,
    { kind: 'period', period: parseAsOf('2025-11-01') ?? expect.fail() } as const,
    { kind: 'lens', lens: { ad_sub_type: 'rent', rooms: '2' } } as const,
    { kind: 'lens', lens: {} } as const,
  ),
  split: fc.constantFrom(...SPLITS),
  theme: fc.constantFrom(...THEMES),
  lang: fc.constantFrom(null, 'de'),
})

test('every address reads back as it was written', () => {
  fc.assert(
    fc.property(addresses, (some) => {
      // Only breaks can be locked, only a place has a resolution, and a link about nothing has no screen.
      const address = {
        ...some,
        screen: isAboutSomething(some) ? some.screen : null,
        locked: some.locked && some.breaks !== null,
        // One map lies nowhere.
        split: some.beside === null ? ('side' as const) : some.split,
        placeResolution: some.place && some.placeResolution,
        // The first area is the baseline without being marked.
        baseline: some.areas.slice(1).some(({ color }) => color === some.baseline) ? some.baseline : null,
      }
      expect(parseAddress(formatAddress(address))).toEqual(address)
    }),
  )
})

test('an invalid part falls back on its own', () => {
  const address = parseAddress(
    '?at=99,2,3&on=0x844&circle=41,2,999&circle_res=8&place_res=7&res=9&metric=median_area&cell=zzz&lens=geo_id%3Dx&currency=eur&breaks=8eur:1&classes=of:z1&method=best&lock=1&palette=red&class=3..2&budget=-3&size=1e9&min_area=-1&since=2025-13&period=2025&beside=%3F&split=up&v=x&lang=d3&baseline_res=8&baseline_circle=41,2',
  )
  expect(address).toEqual({ ...FIRST_ADDRESS, metric: 'median_area' })
})

test('breaks name a currency only for figures bought in it, and a link without an owner was fitted to a view', () => {
  const fitted = { resolution: 8, at: [2000, 3000], of: { kind: 'view' } }
  expect(parseAddress('?currency=EUR&breaks=8:2000,3000').breaks).toEqual(fitted)
  expect(parseAddress('?breaks=8EUR:2000,3000').breaks).toEqual({ ...fitted, currency: 'EUR' })
  expect(parseAddress('?breaks=8:2000,3000&classes=of:a%2525').breaks).toBeNull()
})
