import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyFigureTile } from '../../testing/arbitraries.ts'
import { packTile, unpackTile } from './stored-tile.ts'

describe('a stored tile', () => {
  it('is exactly what was bought', () => {
    fc.assert(
      fc.property(anyFigureTile, (tile) => {
        expect(unpackTile(packTile(tile))).toEqual(tile)
      }),
      { numRuns: 60 },
    )
  })
})
