import { latLngToCell } from 'h3-js'
import { expect, it } from 'vitest'
import { openingOf } from './opening.ts'

const CELL = latLngToCell(41.4, 2.17, 8)

it('opens the view of a link, whatever else it has', () => {
  expect(openingOf(`?at=41,2,9&circle=40,3,2&place=es&cell=${CELL}`)).toEqual({ kind: 'view' })
})

it('opens the areas, place or cell of a link without a view', () => {
  const circle = { lat: 40, lng: 3, radius_km: 2 }
  expect(openingOf(`?circle=40,3,2&place=es&cell=${CELL}`)).toEqual({
    kind: 'areas',
    shapes: [{ kind: 'circle', circle }],
  })
  expect(openingOf(`?area=pz1:0&area=h${CELL}:1`)).toEqual({ kind: 'areas', shapes: [{ kind: 'cell', cell: CELL }] })
  expect(openingOf('?area=pz1:0&area=pz2:1')).toEqual({ kind: 'place', place: 'z1' })
  expect(openingOf(`?place=es&cell=${CELL}`)).toEqual({ kind: 'place', place: 'es' })
  expect(openingOf(`?cell=${CELL}&found=60.4,5.3,no:Bergen`)).toEqual({ kind: 'cell', cell: CELL })
  expect(openingOf('?found=60.4,5.3,no:Bergen')).toMatchObject({ kind: 'found', found: { lat: 60.4, lng: 5.3 } })
})

it('skips parts that cannot be read', () => {
  expect(openingOf(`?at=99,2,3&circle=40,3,-2&cell=${CELL}`)).toEqual({ kind: 'cell', cell: CELL })
  expect(openingOf('?at=x&circle=y&theme=dark')).toEqual({ kind: 'nothing' })
})
