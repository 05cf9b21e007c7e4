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

it('rows without a point are counted', () => {
  expect(pointsOfTable('lat,lng\n41.4,2.15\n,5\n91,0\n')).toMatchObject({ shapes: [{ kind: 'point' }], unplaced: 2 })
})

it('a table without coordinates in degrees is refused by what it has', () => {
  expect(faultOf('city,price\nMadrid,3000\n')).toEqual({ kind: 'no_coordinates', columns: ['city', 'price'] })
  expect(faultOf('x,y\n440000,4470000\n')).toEqual({ kind: 'not_degrees', found: '4470000, 440000' })
})
