import { expect, test } from 'vitest'
import type { Level } from '../../domain/place.ts'
import { namesApart, nameWithLevel } from './place-name.ts'

const place = (name: string, level: Level, geo_id = `${level}-${name}`) => ({ geo_id, name, level })

test('a place is named, a province apart from its city, and a country by its name', () => {
  expect(nameWithLevel(place('Barcelona', 'province'))).toBe('Barcelona province')
  expect(nameWithLevel(place('Barcelona', 'city'))).toBe('Barcelona')
  expect(nameWithLevel(place('es', 'country', 'es'))).toBe('Spain')
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
