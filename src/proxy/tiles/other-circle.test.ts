import { cellToLatLng, gridDisk, latLngToCell } from 'h3-js'
import { describe, expect, it } from 'vitest'
import { trustCell } from '../../domain/cell.ts'
import { type Circle, circleCells } from '../../domain/distance.ts'
import { isOtherCircle } from './other-circle.ts'

const SENT: Circle = { lat: 41.39, lng: 2.17, radius_km: 30 }
const other = (rows: Circle, stated: object = {}) => isOtherCircle(SENT, 8, circleCells(rows, 8), [{ ...stated }])

describe('an answer is about another circle', () => {
  it.each<[string, Partial<Circle>, object]>([
    ['by the centre that it states', {}, { lat: 41.39, lng: '2.25' }],
    ['by the radius that it states', {}, { radius_km: 25 }],
    ['by rows on one side', { lat: 41.6 }, {}],
    ['by rows elsewhere', { lat: 10, radius_km: 2 }, {}],
    ['by rows of a small circle', { radius_km: 6 }, {}],
  ])('%s', (_, changed, stated) => {
    expect(other({ ...SENT, ...changed }, stated)).toBe(true)
  })
})

describe('an answer may be about the circle', () => {
  it.each<[string, Partial<Circle>, object]>([
    ['that it states, rounded', {}, { lat: 41.394, lng: '2.17', radius_km: 29.5 }],
    ['within a larger one', { radius_km: 33 }, { radius_km: 33, lat: 41.4, lng: 2.17 }],
    ['with few rows near its centre', { radius_km: 2 }, {}],
    ['with a town beside its centre', { lat: 41.45, radius_km: 6 }, {}],
    ['with other fields', {}, { lat: null, radius_km: 'wide' }],
  ])('%s', (_, changed, stated) => {
    expect(other({ ...SENT, ...changed }, stated)).toBe(false)
  })

  it('with a town around its centre that has no round outline', () => {
    const town = circleCells({ ...SENT, radius_km: 9 }, 8).filter(
      (cell) => Math.abs(cellToLatLng(cell)[0] - SENT.lat) < 0.045,
    )
    expect(town.length).toBeGreaterThan(100)
    expect(isOtherCircle(SENT, 8, town, [])).toBe(false)
  })

  it('as rings of cells around the centre', () => {
    const rings = gridDisk(latLngToCell(SENT.lat, SENT.lng, 8), 35).map(trustCell)
    expect(isOtherCircle(SENT, 8, rings, [])).toBe(false)
  })
})
