import { describe, expect, it } from 'vitest'
import { UnusableFile } from './own-shape.ts'
import { shapesOfGeoJson } from './shapes-geojson.ts'

const SQUARE = [
  [2, 41],
  [2.1, 41],
  [2.1, 41.1],
  [2, 41.1],
  [2, 41],
]
const SMALL = SQUARE.map(([lng = 0, lat = 0]) => [3 + (lng - 2) / 10, lat])

function feature(geometry: unknown, properties: unknown = null) {
  return { type: 'Feature', geometry, properties }
}

function faultOf(value: unknown) {
  try {
    shapesOfGeoJson(value)
  } catch (error) {
    return error instanceof UnusableFile ? error.fault : error
  }
  return null
}

describe('GeoJSON of the viewer', () => {
  it('has the largest part of each feature, told how many parts and holes there are', () => {
    const parts = { type: 'MultiPolygon', coordinates: [[SMALL], [SQUARE, SMALL]] }
    const [shape] = shapesOfGeoJson(feature(parts, { NOM: 'Gràcia' })).shapes
    expect(shape).toMatchObject({ kind: 'outline', name: 'Gràcia', parts: 2, holes: 1 })
    expect(shape?.kind === 'outline' && shape.outline[1]).toEqual({ lat: 41, lng: 2.1 })
  })

  it('can be a bare geometry, a collection of geometries, or a collection of features', () => {
    const point = { type: 'Point', coordinates: [2.1, 41.4, 12] }
    const both = { type: 'GeometryCollection', geometries: [point, { type: 'Polygon', coordinates: [SQUARE] }] }
    const kinds = (value: unknown) => shapesOfGeoJson(value).shapes.map(({ kind }) => kind)
    expect(kinds(point)).toEqual(['point'])
    expect(kinds(both)).toEqual(['outline', 'point'])
    expect(kinds({ type: 'FeatureCollection', features: [feature(point), feature(both)] })).toEqual([
      'point',
      'outline',
      'point',
    ])
  })

  it('leaves out lines and entries without a place, and counts them', () => {
    const features = [
      feature({ type: 'LineString', coordinates: SQUARE }),
      feature({ type: 'Point', coordinates: [440_000, 4_580_000] }),
      feature({ type: 'Point', coordinates: [2.1, 41.4] }),
    ]
    const found = shapesOfGeoJson({ type: 'FeatureCollection', features })
    expect(found).toMatchObject({ lines: 1, unplaced: 1 })
    expect(found.shapes).toHaveLength(1)
  })

  it('counts entries without a geometry among those left out', () => {
    const features = [feature(null), feature({ type: 'Point', coordinates: [2.1, 41.4] })]
    expect(shapesOfGeoJson({ type: 'FeatureCollection', features })).toMatchObject({ shapes: [{}], unplaced: 1 })
  })

  it('can have more points or parts than a call has arguments', () => {
    const coordinates = Array.from({ length: 150_000 }, () => [2, 41])
    expect(shapesOfGeoJson(feature({ type: 'MultiPoint', coordinates })).shapes).toHaveLength(150_000)
  })

  it('is told from other JSON', () => {
    const point = feature({ type: 'Point', coordinates: [2.1, 41.4] })
    expect(shapesOfGeoJson([point, point]).shapes).toHaveLength(2)
    expect(faultOf({ type: 'Topology', arcs: [], objects: {} })).toEqual({ kind: 'unreadable' })
    expect(faultOf([{ lat: 41.4, lng: 2.1 }])).toEqual({ kind: 'unreadable' })
  })

  it('in metres is refused by the first coordinates', () => {
    expect(faultOf(feature({ type: 'Point', coordinates: [440_000, 4_580_000] }))).toEqual({
      kind: 'not_degrees',
      found: '[440000,4580000]',
    })
  })

  it('names a feature by the property that is meant as its name', () => {
    const nameOf = (properties: unknown, id?: string) =>
      shapesOfGeoJson({ ...feature({ type: 'Point', coordinates: [2, 41] }, properties), id }).shapes[0]?.name
    expect(nameOf({ id: 7, name_en: 'Eixample', Title: 'L’Eixample' })).toBe('L’Eixample')
    expect(nameOf({ id: 7, name_en: 'Eixample' })).toBe('Eixample')
    expect(nameOf({ LSOA21CD: 'E01000001', LSOA21NM: 'Camden 001A' })).toBe('Camden 001A')
    expect(nameOf({ id: 7, LAU_NAME: 'Barcelona' })).toBe('Barcelona')
    expect(nameOf({ id: 7 })).toBe('7')
    expect(nameOf(null, 'way/12')).toBe('way/12')
    expect(nameOf({ name: '   ' })).toBe(null)
  })
})
