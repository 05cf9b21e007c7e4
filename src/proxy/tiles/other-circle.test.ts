import { cellToLatLng, gridDisk, latLngToCell } from 'h3-js'
import { describe, expect, it } from 'vitest'
import { trustCell } from '../../domain/cell.ts'
import { type Circle, circleCells } from '../../domain/distance.ts'
import { isOtherCircle } from './other-circle.ts'

const SENT: Circle = { lat: 41.39, lng: 2.17, radius_km: 30 }
const other = (rows: Circle, stated: object = {}) => isOtherCircle(SENT, 8, circleCells(rows, 8), [{ ...stated }])

describe('an answer is taken to be about another circle', () => {
  it.each<[string, Partial<Circle>, object]>([
    ['when it states another centre', {}, { lat: 41.39, lng: '2.25' }],
    ['when it states another radius', {}, { radius_km: 25 }],
    ['when its rows lie on one side', { lat: 41.6 }, {}],
    ['when its rows lie elsewhere', { lat: 10, radius_km: 2 }, {}],
    ['when its rows fill a smaller circle', { radius_km: 6 }, {}],
  ])('%s', (_, changed, stated) => {
    expect(other({ ...SENT, ...changed }, stated)).toBe(true)
  })
})

describe('an answer is accepted for the circle', () => {
  it.each<[string, Partial<Circle>, object]>([
    ['when it states the circle with rounded numbers', {}, { lat: 41.394, lng: '2.17', radius_km: 29.5 }],
    ['when it is about a slightly larger one', { radius_km: 33 }, { radius_km: 33, lat: 41.4, lng: 2.17 }],
    ['when a few rows lie near its centre', { radius_km: 2 }, {}],
    ['when its rows are a town near its centre', { lat: 41.45, radius_km: 6 }, {}],
    ['when its fields are not a centre or a radius', {}, { lat: null, radius_km: 'wide' }],
  ])('%s', (_, changed, stated) => {
    expect(other({ ...SENT, ...changed }, stated)).toBe(false)
  })

  it('when its rows are a town around the centre that is not round', () => {
    const town = circleCells({ ...SENT, radius_km: 9 }, 8).filter(
      (cell) => Math.abs(cellToLatLng(cell)[0] - SENT.lat) < 0.045,
    )
    expect(town.length).toBeGreaterThan(100)
    expect(isOtherCircle(SENT, 8, town, [])).toBe(false)
  })

  it('when its rows are rings of cells around the centre', () => {
    const rings = gridDisk(latLngToCell(SENT.lat, SENT.lng, 8), 35).map(trustCell)
    expect(isOtherCircle(SENT, 8, rings, [])).toBe(false)
  })
})
