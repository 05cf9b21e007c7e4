import fc from 'fast-check'
import { cellArea, isPentagon, latLngToCell, UNITS } from 'h3-js'
import { expect, it } from 'vitest'
import { RESOLUTIONS, trustCell } from './cell.ts'
import { cellAreaAt } from './cell-area.ts'
import { cellCenter } from './distance.ts'

it('the area around a cell’s centre is that of the cell', () => {
  const places = fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
    resolution: fc.constantFrom(...RESOLUTIONS),
  })
  fc.assert(
    fc.property(places, ({ lat, lng, resolution }) => {
      const cell = trustCell(latLngToCell(lat, lng, resolution))
      fc.pre(!isPentagon(cell))
      const center = cellCenter(cell)
      const share = cellAreaAt(center.lat, center.lng, resolution) / cellArea(cell, UNITS.rads2)
      expect(Math.abs(share - 1)).toBeLessThan(0.005)
    }),
    { numRuns: 500 },
  )
})
