import { describe, expect, test } from 'vitest'
import { planColumns } from './known-columns.ts'

describe('planColumns', () => {
  test('known names are found in any case, spelling and language', () => {
    const header = ['Precio', 'Área útil', 'Lattitude', 'LONGTITUDE', 'Fecha', 'Negotiation_Type']
    const fields = Object.fromEntries(Object.entries(planColumns(header, {})).map(([field, origin]) => [field, origin]))
    expect(fields).toEqual({
      price: { column: 0 },
      area: { column: 1 },
      lat: { column: 2 },
      lng: { column: 3 },
      date: { column: 4 },
      ad_sub_type: { column: 5 },
    })
  })

  test('of several names the better one is taken', () => {
    expect(planColumns(['Bedroom2', 'Rooms'], {}).rooms).toEqual({ column: 1 })
  })

  test('a map goes before known names, and a column that it takes is not taken again', () => {
    const plan = planColumns(['Price', 'Amount'], { area: 'Price', currency: '=EUR' })
    expect(plan).toEqual({ area: { column: 0 }, currency: { constant: 'EUR' }, price: { column: 1 } })
  })

  test('a column or field that is not there is named together with those that are', () => {
    expect(() => planColumns(['Price', 'Lat'], { price: 'PRECIO' })).toThrow(
      'no column "PRECIO"; the columns are Price, Lat',
    )
    expect(() => planColumns(['Price'], { cost: 'Price' })).toThrow('"cost" is no field')
  })
})
