import fc from 'fast-check'
import { latLngToCell } from 'h3-js'
import { expect, test } from 'vitest'
import { cellToDecimal, trustCell } from '../../../domain/cell.ts'
import { speak } from '../../language/language.ts'
import { readLongitudeFirst, readTypedLocation } from './typed-location.ts'

test('coordinates from minutes, seconds and plus codes have at most seven decimals', () => {
  expect(readTypedLocation('41°23′06.4″N 2°10′24.2″E')).toMatchObject({ lat: 41.3851111, lng: 2.1733889 })
  expect(readTypedLocation('85GCM65X+XX')).toMatchObject({ lat: 40.659938, lng: -111.750062 })
})

const BARCELONA = { kind: 'coordinates', lat: 41.39, lng: 2.17 }

test.each([
  '41.39, 2.17',
  '41.39 2.17',
  ' 41.39;2.17 ',
  '41,39; 2,17',
  '41,39 2,17',
  '41.39° N, 2.17° E',
  'N 41.39 E 2.17',
  '41.39N 2.17E',
  '41.39N2.17E',
  '2.17 E, 41.39 N',
  '(41.39, 2.17)',
  '[41.39, 2.17]',
  '41.39/2.17',
  'lat 41.39, lng 2.17',
  'Latitude: 41.39 Longitude: 2.17',
  '41°23′24″N 2°10′12″E',
  `41° 23' 24" N, 2° 10' 12" E`,
  '41°23.4’ N 2°10.2’ E',
  '41.39º 2.17º',
  'geo:41.39,2.17?z=11',
  'https://www.google.com/maps/place/Barcelona/@41.39,2.17,15z/data=!3m1',
  'https://www.openstreetmap.org/#map=15/41.39/2.17',
  'https://www.openstreetmap.org/?mlat=41.39&mlon=2.17#map=12/40/3',
  'https://www.google.com/maps/place/X/@41.1,2.2,15z/data=!4m6!3m5!1s0x0:0x0!8m2!3d41.39!4d2.17!16s',
  'https://maps.google.com/?q=41.39,2.17',
  'https://www.google.com/maps/search/?api=1&query=41.39%2C2.17',
  'https://www.google.com/maps/search/41.39,+2.17',
  'https://maps.apple.com/?ll=41.39,2.17&z=12',
  'https://www.bing.com/maps?cp=41.39~2.17&lvl=12',
  'https://map.example/?v=1&at=41.39,2.17,12.20',
  'geo:0,0?q=41.39,2.17(Barcelona)',
  '４１.３９，２.１７',
  '٤١٫٣٩، ٢٫١٧',
  '۴۱٫۳۹، ۲٫۱۷',
  '41.39、2.17',
  '\u200e41.39, 2.17\u202c.',
  '41 23 24 N 2 10 12 E',
  '41:23:24N, 2:10:12E',
  'Latitud: 41,39 Longitud: 2,17',
  'Breite 41,39; Länge 2,17',
  'lat=41.39&lon=2.17',
  '{"lat":41.39,"lng":2.17}',
  'POINT(2.17 41.39)',
  'SRID=4326;POINT (2.17 41.39)',
  'www.google.com/maps/@41.39,2.17,15z',
  '41.39,2.17,15z',
  'openstreetmap.org/#map=15/41.39/2.17',
  'https://www.google.com/maps/dir//41.39,2.17/@40.1,3.2,14z',
  'https://www.google.com/maps/dir/40.4,-3.7/41.39,2.17/@40.9,-0.7,8z',
  'https://www.google.com/maps/dir/40.4,-3.7/41.39,2.17',
  'https://yandex.com/maps/?ll=2.17%2C41.39&z=12',
  'https://yandex.ru/maps/213/moscow/?ll=37.6,55.7&pt=2.17,41.39&z=12',
  'https://2gis.ae/dubai/geo/2.17,41.39',
  'https://www.here.com/?map=41.39,2.17,12,normal',
  'https://share.here.com/l/41.39,2.17',
  'https://www.waze.com/live-map/directions?to=ll.41.39%2C2.17',
  'https://www.mapillary.com/app/?lat=41.39&lng=2.17&z=12',
  'https://map.example/?lon=2.17&lat=41.39',
])('“%s” is a point in Barcelona', (text) => {
  const read = readTypedLocation(text)
  expect(read).toEqual({ ...BARCELONA, lat: expect.closeTo(41.39, 9), lng: expect.closeTo(2.17, 9) })
})

test('south and west are negative, as letters or as signs', () => {
  expect(readTypedLocation('33.87 S, 70.6 W')).toEqual({ kind: 'coordinates', lat: -33.87, lng: -70.6 })
  expect(readTypedLocation('S 33.87 W 70.6')).toEqual({ kind: 'coordinates', lat: -33.87, lng: -70.6 })
  expect(readTypedLocation('−33.87, −70.6')).toEqual({ kind: 'coordinates', lat: -33.87, lng: -70.6 })
})

test('O is west in Spanish and French, east in German, and not known in English', () => {
  const madrid = '40°25′N 3°42′O'
  expect(readTypedLocation(madrid)).toBeNull()
  try {
    for (const [language, lng] of [
      ['es', -3.7],
      ['fr', -3.7],
      ['de', 3.7],
    ] as const) {
      speak({ language, locale: language, catalogue: {} })
      expect(readTypedLocation(madrid), language).toMatchObject({ lng: expect.closeTo(lng, 9) })
      expect(readTypedLocation('Calle O, 3 Oslo')).toBeNull()
    }
  } finally {
    speak({ language: 'en', locale: 'en', catalogue: {} })
  }
})

test('every pair of coordinates on Earth reads back', () => {
  const degrees = (most: number) => fc.integer({ min: -most * 1e4, max: most * 1e4 }).map((n) => n / 1e4)
  fc.assert(
    fc.property(degrees(90), degrees(180), (lat, lng) => {
      expect(readTypedLocation(`${lat}, ${lng}`)).toEqual({ kind: 'coordinates', lat, lng })
    }),
  )
})

test('a latitude beyond the pole is refused as not on Earth, not searched as a name', () => {
  expect(readTypedLocation('91, 2')).toMatchObject({ kind: 'unreadable', message: expect.stringContaining('91, 2') })
})

test('a cell id is read in both spellings', () => {
  const cell = trustCell(latLngToCell(41.39, 2.17, 8))
  expect(readTypedLocation(cell)).toEqual({ kind: 'cell', cell })
  expect(readTypedLocation(` ${cellToDecimal(cell)} `)).toEqual({ kind: 'cell', cell })
})

test('a plus code is the middle of its area, also in its address', () => {
  const middle = { kind: 'coordinates', lat: expect.closeTo(41.3959, 3), lng: expect.closeTo(2.1638, 3) }
  expect(readTypedLocation('8FH495W7+9G')).toEqual(middle)
  expect(readTypedLocation('https://plus.codes/8FH495W7+9G')).toEqual(middle)
})

test('the address of a map that says no point is not searched as a name', () => {
  for (const text of ['https://example.org/41', 'https://maps.app.goo.gl/abc', 'geo:here']) {
    expect(readTypedLocation(text), text).toMatchObject({ kind: 'unreadable' })
  }
})

test('where the reader is, is not searched as a name', () => {
  for (const text of ['Near me', 'where am I?', 'in meiner Nähe', 'Cerca de mí', '¿Dónde estoy?', 'Où suis-je ?']) {
    const message = expect.stringMatching(/^No results for “.*”. You can type/)
    expect(readTypedLocation(text), text).toEqual({ kind: 'unreadable', message })
  }
})

test.each([
  'gracia',
  'near mexico city',
  '28013',
  'Calle 41, 2',
  '1.5',
  'sector 7',
  'paris 11',
  '7°',
  '95W7+9G Barcelona',
  'Alacant/Alicante',
  'St.Gallen/Bern',
  '',
])('“%s” is a name', (text) => {
  expect(readTypedLocation(text)).toBeNull()
})

test.each([
  ['[2.17, 41.39]', { lat: 41.39, lng: 2.17 }],
  ['2.17 41.39', { lat: 41.39, lng: 2.17 }],
  ['41.39° N, 2.17° E', null],
  ['lat: 2.17, lng: 41.39', null],
  ['2.17, 141.39', null],
  ['gracia', null],
])('with the longitude first, “%s” is %j', (text, point) => {
  expect(readLongitudeFirst(text)).toEqual(point)
})
