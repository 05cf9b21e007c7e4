import fc from 'fast-check'
import { gridDisk } from 'h3-js'
import { expect, test } from 'vitest'
import { cellToBigInt, trustCell } from '../../domain/cell.ts'
import { tileCells } from '../../domain/tile.ts'
import { anyCell } from '../../testing/arbitraries.ts'
import { cellRuns } from './cell-runs.ts'

/** Some cells around a cell, with repeats, in any order. */
const someCells = fc
  .integer({ min: 4, max: 8 })
  .chain(anyCell)
  .chain((cell) => fc.array(fc.constantFrom(...gridDisk(cell, 9).map(trustCell)), { maxLength: 300 }))

test('runs contain every cell of the list in order, and the distance of each id from the first', () => {
  fc.assert(
    fc.property(someCells, fc.boolean(), (drawn, ascending) => {
      const cells = ascending ? [...new Set(drawn)].sort() : drawn
      const runs = cellRuns(cells)
      expect(runs.flatMap((run) => run.cells)).toEqual(cells)
      for (const run of runs) {
        const ids = run.cells.map(cellToBigInt)
        expect(run.offsets).toEqual(ids.map((id) => Number(id - (ids[0] ?? 0n))))
        expect(run.offsets).toEqual([...new Set(run.offsets)].sort((a, b) => a - b))
      }
    }),
    { numRuns: 50 },
  )
})

test('a whole tile is one run, and two distant tiles are two', () => {
  const [tile, ...others] = gridDisk('85394463fffffff', 4).map(trustCell)
  const far = others.at(-1)
  if (!tile || !far) throw new Error('a disk of four rings has more than one cell')
  const whole = tileCells(tile).sort()
  expect(cellRuns(whole)).toHaveLength(1)
  expect(cellRuns([...whole, ...tileCells(far)].sort())).toHaveLength(2)
})
