import { expect, it } from 'vitest'
import { UnusableFile } from './own-shape.ts'
import { pointsOfTable } from './points-table.ts'

function faultOf(text: string) {
  try {
    pointsOfTable(text)
  } catch (error) {
    return error instanceof UnusableFile ? error.fault : error
  }
  return null
}

it('a table has a point in each row, whatever separates its columns', () => {
  const point = { kind: 'point', name: 'Flat, 3rd floor', point: { lat: 41.4, lng: 2.15 } }
  expect(pointsOfTable('name,lat,lng\n"Flat, 3rd floor",41.4,2.15\n').shapes).toEqual([point])
  expect(pointsOfTable('Longitud;Latitud;Nombre\r\n2,15;41,4;Flat, 3rd floor\r\n').shapes).toEqual([point])
  expect(pointsOfTable('\ufeffLAT\tLON\tTitle\n41.4\t2.15\tFlat, 3rd floor').shapes).toEqual([point])
})

it.each([
  ['geo_lat,geo_lng', '41.4,2.15'],
  ['Geogr. Länge;Geogr. Breite', '2,15;41,4'],
  ['X,Y,Latitude (WGS 84),Longitude (WGS 84)', '430000,4580000,41.4,2.15'],
  ['lat;lon', "41°24'0\"N;2°9'E"],
  ['lat;lon', 'N 41.4°;E 2.15°'],
])('latitude and longitude are found in %s', (columns, row) => {
  expect(pointsOfTable(`${columns}\n${row}\n`).shapes).toEqual([
    { kind: 'point', name: null, point: { lat: 41.4, lng: 2.15 } },
  ])
})

it('south and west are negative', () => {
  const [shape] = pointsOfTable("lat;lon\n33.5° S;70°30'W\n").shapes
  expect(shape).toMatchObject({ point: { lat: -33.5, lng: -70.5 } })
})

it('what Excel says of the separator is no row', () => {
  expect(pointsOfTable('sep=;\r\nlat;lng\r\n41,4;2,15\r\n').shapes).toHaveLength(1)
})

it.each([
  ['POLYGON Z ((2 41 5,2.1 41 5,2.1 41.1 5,2 41 5))', 'outline'],
  ['SRID=4326;MULTIPOLYGON(((2 41, 2.1 41, 2.1 41.1, 2 41)))', 'outline'],
  ['{"type":"Polygon","coordinates":[[[2,41],[2.1,41],[2.1,41.1],[2,41]]]}', 'outline'],
  ['POINT (2 41)', 'point'],
  ['MULTIPOINT ((2 41))', 'point'],
])('a table can have its shapes in a column: %s', (cell, kind) => {
  const found = pointsOfTable(`amenities\tarea\tname\n{}\t${cell}\tGràcia\n{TV}\t\tnone\n`)
  expect(found).toMatchObject({ shapes: [{ kind, name: 'Gràcia' }], unplaced: 1 })
})

it('rows without a point are counted', () => {
  expect(pointsOfTable('lat,lng\n41.4,2.15\n,5\n91,0\n')).toMatchObject({ shapes: [{ kind: 'point' }], unplaced: 2 })
})

it('a table without coordinates in degrees is refused by what it has', () => {
  expect(faultOf('city,price\nMadrid,3000\n')).toEqual({ kind: 'no_coordinates', columns: ['city', 'price'] })
  expect(faultOf('x,y\n440000,4470000\n')).toEqual({ kind: 'not_degrees', found: '4470000, 440000' })
})
