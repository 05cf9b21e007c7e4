import { latLngToCell } from 'h3-js'
import { afterEach, expect, test } from 'vitest'
import { trustCell } from '../../../domain/cell.ts'
import type { Level } from '../../../domain/place.ts'
import { speak } from '../../language/language.ts'
import { loadTownNames } from '../../language/load-town-names.ts'
import { cellPlaceName, namesApart, nameWithLevel, placeName, serviceName } from './place-name.ts'

const place = (name: string, level: Level, geo_id = `${level}-${name}`, country = 'es') => ({
  geo_id,
  name,
  level,
  country,
})

test('a place is named, a province apart from its city, and a country by its name', () => {
  expect(nameWithLevel(place('Barcelona', 'province'))).toBe('Barcelona province')
  expect(nameWithLevel(place('Barcelona', 'city'))).toBe('Barcelona')
  expect(nameWithLevel(place('es', 'country', 'es'))).toBe('Spain')
  expect(nameWithLevel(place('zz', 'country', 'zz'))).toBe('ZZ')
})

test('a province and a region that share a name with what stands beside them say their level', () => {
  const [spain, madrid] = [place('es', 'country', 'es'), place('Madrid', 'city')]
  const region = place('Madrid', 'region')
  expect(namesApart([spain, region, place('Madrid', 'province'), madrid])).toEqual([
    'Spain',
    'Madrid region',
    'Madrid province',
    'Madrid',
  ])
  expect(namesApart([spain, region])).toEqual(['Spain', 'Madrid'])
})

afterEach(() => speak({ language: 'en', locale: 'en', catalogue: {} }))

async function speakWithTowns(language: string) {
  speak({ language, locale: language, catalogue: {}, towns: await loadTownNames() })
}
const named = (name: string, country: string, level: Level = 'city') => placeName({ geo_id: 'z', name, level, country })

test('a city has the name of the map’s label, and a province the name of its city; files have the service’s name', async () => {
  await speakWithTowns('fr')
  expect(named('Barcelona', 'es')).toBe('Barcelone')
  expect(named('Barcelona', 'es', 'province')).toBe('Barcelone')
  expect(serviceName(place('Barcelona', 'city'))).toBe('Barcelona')
  expect(named('Madrid', 'es')).toBe('Madrid')
  await speakWithTowns('en')
  expect(named('Sevilla', 'es')).toBe('Seville')
  expect(named('Milano', 'it'), 'a service that names towns in the language of the country').toBe('Milan')
})

test('a name that may be another place’s stays as the service has it', async () => {
  await speakWithTowns('es')
  expect(named('London', 'ca')).toBe('London')
  expect(named('London', 'gb')).toBe('Londres')
  expect(named('Philadelphia', 'us'), 'a smaller town of the same name').toBe('Philadelphia')
  expect(named('Washington', 'us', 'region')).toBe('Washington')
  expect(named('México', 'mx', 'region'), 'the state around the city').toBe('México')
  expect(placeName({ geo_id: 'z', name: 'London', level: 'city', country: null })).toBe('London')
  await speakWithTowns('fr')
  expect(named('Salamanca', 'es', 'macrozone'), 'a district of Madrid').toBe('Salamanca')
})

test('a hexagon’s place has the name of the map’s label where that town is near', async () => {
  const around = (name: string, lat: number, lng: number) => cellPlaceName(name, trustCell(latLngToCell(lat, lng, 7)))
  await speakWithTowns('fr')
  expect(around('Salamanca', 40.96, -5.66)).toBe('Salamanque')
  expect(around('Salamanca', 40.43, -3.68), 'a district of Madrid').toBe('Salamanca')
  expect(around('Mechelen', 51.03, 4.48)).toBe('Malines')
  expect(around('Mechelen', 50.8, 5.93), 'a Dutch village').toBe('Mechelen')
  expect(cellPlaceName('Barcelona', trustCell(latLngToCell(42.2, 1.9, 5))), 'a province').toBe('Barcelone')
  expect(around('es', 40.43, -3.68)).toBe('Espagne')
  await speakWithTowns('en')
  expect(around('Roma', 19.42, -99.16), 'a neighbourhood of Mexico City').toBe('Roma')
  expect(around('Roma', 41.9, 12.5)).toBe('Rome')
  expect(around('Brunn', 48.7, 15.5), 'an Austrian village').toBe('Brunn')
})

test('every town with other names lies somewhere', async () => {
  const towns = Object.entries(await loadTownNames())
  expect(towns.filter(([, { at }]) => !at.every(Number.isFinite)).map(([key]) => key)).toEqual([])
})
