import fc from 'fast-check'
import { latLngToCell } from 'h3-js'
import { expect, test } from 'vitest'
import { parseCell } from '../../../domain/cell.ts'
import { parseGeoId } from '../../../domain/place.ts'
import { FIRST_ADDRESS, formatAddress, parseAddress } from './address.ts'
import { parseArea } from './area-text.ts'

const CIRCLE = { kind: 'circle', circle: { lat: 41.4, lng: 2.17, radius_km: 3 } } as const
const AROUND = { kind: 'circle', circle: { lat: 41.3, lng: 2.1, radius_km: 2 } } as const
const GRACIA = { kind: 'place', geo_id: parseGeoId('z1') ?? expect.fail() } as const

test.each([
  ['?at=41,2,9', [], null],
  ['?circle=41.40000,2.17000,3', [{ shape: CIRCLE, resolution: null }], null],
  ['?circle=41.40000,2.17000,3&circle_res=7', [{ shape: CIRCLE, resolution: 7 }], null],
  ['?metric=difference&baseline=z1&baseline_res=8', [{ shape: GRACIA, resolution: 8 }], null],
  [
    '?circle=41.4,2.17,3&baseline=z1',
    [
      { shape: CIRCLE, resolution: null },
      { shape: GRACIA, resolution: null },
    ],
    1,
  ],
  [
    '?circle=41.4,2.17,3&circle_res=8&baseline_circle=41.4,2.17,3&baseline_res=8',
    [{ shape: CIRCLE, resolution: 8 }],
    null,
  ],
  [
    '?circle=41.4,2.17,3&baseline_circle=41.3,2.1,2&baseline_res=6',
    [
      { shape: CIRCLE, resolution: null },
      { shape: AROUND, resolution: 6 },
    ],
    1,
  ],
  ['?circle=99,2,3&baseline_circle=41.3,2.1,2', [{ shape: AROUND, resolution: null }], null],
] as const)('a link from before there were several areas still opens: %s', (search, areas, baseline) => {
  const read = parseAddress(search)
  expect(read.areas).toEqual(areas.map((area, index) => ({ ...area, color: index, name: null })))
  expect(read.baseline).toBe(baseline)
  const again = parseAddress(formatAddress(read))
  expect([again.areas, again.baseline]).toEqual([read.areas, read.baseline])
})

test('a place of an old link stays the place whose page is open', () => {
  expect(parseAddress('?place=z1&place_res=6&circle=41.4,2.17,3')).toMatchObject({
    place: 'z1',
    placeResolution: 6,
    areas: [{ shape: CIRCLE }],
  })
})

test('six areas of a city are short', () => {
  const cell = parseCell(latLngToCell(41.4, 2.17, 8)) ?? expect.fail()
  const corners = [
    [41.3, 2.1],
    [41.31, 2.2],
    [41.4, 2.21],
    [41.41, 2.11],
  ].map(([lat = 0, lng = 0]) => ({ lat, lng }))
  const shapes = [CIRCLE, AROUND, GRACIA, { kind: 'cell', cell }, { kind: 'polygon', corners }] as const
  const areas = shapes.map((shape, color) => ({ shape, color: color as 0, resolution: 8 as const, name: null }))
  const text = formatAddress({ ...FIRST_ADDRESS, areas })
  expect(text).toMatch(/^[\w?&=,.:-]*$/)
  expect(text.length).toBeLessThan(250)
})

test('what is not an area is left out, a colour is had once, and a seventh area is not opened', () => {
  expect(
    parseAddress('?area=c41,2,900:0&area=gAAAA:0&area=h8:0&area=p:0&area=x:0&area=c41,2,3&area=pz1:9').areas,
  ).toEqual([])
  const twice = parseAddress('?area=pz1:28b&area=pz1:37&area=pz2:2&area=pz3:2b')
  expect(twice.areas.map(({ color }) => color)).toEqual([2, 0, 1])
  expect(twice.baseline).toBeNull()
  const many = parseAddress(`?${Array.from({ length: 9 }, (_, index) => `area=pz${index}:0`).join('&')}`)
  expect(many.areas).toHaveLength(6)
  expect(parseArea(`pz1:0:${'x'.repeat(100)}`)?.area.name).toHaveLength(40)
})

test('a name may have any characters', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(name, (text) => {
      const [read] = parseAddress(`?${new URLSearchParams({ area: `pz1:0:${text}` })}`).areas
      if (read === undefined) throw new Error('expected the area whatever its name')
      expect(parseAddress(formatAddress({ ...FIRST_ADDRESS, areas: [read] })).areas).toEqual([read])
    }),
  )
})
