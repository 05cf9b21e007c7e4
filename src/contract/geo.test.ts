import { describe, expect, it } from 'vitest'
import { receivedPlaces, receivedPoint, receivedSearch } from './geo.ts'

const bare = { kind: 'point', prices_available: true, zones: [] }

describe('a response from another service', () => {
  it('is read whatever form a point’s unspecified fields have', () => {
    const point = { ...bare, lat: '41.4', lng: { value: 2.2 }, h3: 8, name: 7, country: ['es'] }
    expect(receivedPoint.parse(point)).toEqual(bare)
    expect(receivedSearch.parse({ results: [point] })).toEqual({ results: [bare] })
  })

  it('may leave the parent out or set it to null', () => {
    expect(receivedPlaces.parse({ parent: null, results: [] })).toEqual({ parent: null, results: [] })
    expect(receivedPlaces.parse({ results: [] })).toEqual({ results: [] })
  })
})
