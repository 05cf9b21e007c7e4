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
  ['"note\n(a, b, c)";lat;lng', ';41,4;2,15'],
])('latitude and longitude are found in %s', (columns, row) => {
  expect(pointsOfTable(`${columns}\n${row}\n`).shapes).toEqual([
    { kind: 'point', name: null, point: { lat: 41.4, lng: 2.15 } },
  ])
})

// Each took longer than a test may.
it.each([
  ['lat;lng', `2${' '.repeat(600)}x;2.15`],
  ['geometry', `POINT${' '.repeat(120_000)}x`],
])('a cell of many spaces is no coordinate, which is found at once: %s', (columns, row) => {
  expect(faultOf(`${columns}\n${row}\n`)).not.toBeNull()
})

it('a column of hexagons is read, and rows without one are counted', () => {
  const found = pointsOfTable('name,h3_08\nGràcia,8839446003fffff\nnone,\n')
  const shape = { kind: 'cell', cell: '8839446003fffff' }
  expect(found).toMatchObject({ shapes: [{ kind: 'area', name: 'Gràcia', shape }], unplaced: 1 })
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

const AT = { lat: 41.4, lng: -3.7 }
it.each([
  ['name,coords\nFlat,"41.40, -3.70"\n', 'lat', 'Flat'],
  ['name;Koordinaten\nFlat;41,40, -3,70\n', 'lat', 'Flat'],
  ['name,"lat, lng"\nFlat,"(41.40, -3.70)"\n', 'lat', 'Flat'],
  ['name,"lng,lat"\nFlat,"-3.70 41.40"\n', 'lng', 'Flat'],
  ['geo_point_2d\n41.40, -3.70\n', 'lat', null],
  ['41.40, -3.70\n', 'lat', null],
  ["name,where\nFlat,41°24'0\"N 3°42'W\n", undefined, 'Flat'],
])('both coordinates can be in one column, and the page says which was taken for which: %j', (text, pairs, name) => {
  expect(pointsOfTable(text)).toEqual({
    shapes: [{ kind: 'point', name, point: AT }],
    lines: 0,
    unplaced: 0,
    ...(pairs && { pairs }),
  })
})

it('outlines come before the pair of their middle', () => {
  const table = 'geo_point_2d;geo_shape;nom\n41.05, 2.05;POLYGON((2 41,2.1 41,2.1 41.1,2 41));Bercy\n'
  expect(pointsOfTable(table).shapes).toMatchObject([{ kind: 'outline', name: 'Bercy' }])
})

it('numbers that are no degrees, or stand in few rows, are no coordinates', () => {
  for (const text of ['a,b\n1.5,2.5\n', 'a,range\nx,"900.5, 1200.5"\n', 'a,note\nx,"1.5, 2.5"\ny,near\n']) {
    expect(faultOf(text)).toMatchObject({ kind: 'no_coordinates' })
  }
})

it.each([
  ['Municipio,Barrio', 'Madrid,Sol', 'Sol'],
  ['Gemeinde,x', 'Jena,1', 'Jena'],
  ['quartier,arrondissement', 'Bercy,12', 'Bercy'],
  ['distrito,id', 'Centro,7', 'Centro'],
  ['nombre_pieces,ville', '3,Lyon', 'Lyon'],
])('places name what lies in them, the smallest first: %s', (columns, row, name) => {
  expect(pointsOfTable(`${columns},lat,lng\n${row},41.4,-3.7\n`).shapes).toEqual([{ kind: 'point', name, point: AT }])
  const area = `${columns},area\n${row},"LINEARRING (2 41,2.1 41,2.1 41.1,2 41)"\n`
  expect(pointsOfTable(area).shapes).toMatchObject([{ kind: 'outline', name }])
})

it('an outline comes before the coordinates beside it, which are only its middle', () => {
  const [square, point] = ['POLYGON ((2 41, 2.1 41, 2.1 41.1, 2 41))', 'POINT (2 41)']
  const kinds = (text: string) => pointsOfTable(text).shapes.map(({ kind }) => kind)
  expect(kinds(`name,lat,lng,wkt\nA,41.05,2.05,"${square}"\nB,41.4,2.15,\n`)).toEqual(['outline', 'point'])
  expect(kinds(`name,lat,lng,wkt\nA,41.05,2.05,${point}\n`)).toEqual(['point'])
  expect(kinds('name,lat,lng,wkt\nA,41.05,2.05,"POLYGON ((4e5 4e6, 5e5 4e6, 5e5 5e6, 4e5 4e6))"\n')).toEqual(['point'])
})

it('a point has the radius beside it, if a circle can have it', () => {
  const radii = pointsOfTable('lat,lng,radius_km\n41.4,2.15,0.8\n41.4,2.15,\n41.4,2.15,9000\n').shapes.map(
    (shape) => shape.kind === 'point' && shape.radius_km,
  )
  expect(radii).toEqual([0.8, undefined, undefined])
})
