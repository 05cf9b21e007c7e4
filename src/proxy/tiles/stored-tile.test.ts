import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyFigureTile } from '../../testing/arbitraries.ts'
import { boughtAt, packTile, unpackTile } from './stored-tile.ts'

const AT = new Date('2026-11-21T10:00:00Z')

describe('a stored tile', () => {
  it('is exactly what was bought', () => {
    fc.assert(
      fc.property(anyFigureTile, (tile) => {
        expect(unpackTile(packTile(tile, AT))).toEqual(tile)
      }),
      { numRuns: 60 },
    )
  })

  it('has the time of its purchase, which changes nothing else', () => {
    const [tile] = fc.sample(anyFigureTile, 1)
    if (tile === undefined) return expect.fail()
    const [one, later] = [packTile(tile, AT), packTile(tile, new Date('2026-12-01T00:00:00Z'))]
    expect([boughtAt(one), boughtAt(later)]).toEqual([AT, new Date('2026-12-01T00:00:00Z')])
    expect(one.etag).toBe(later.etag)
    expect(boughtAt({ gzip: gzipSync('kept before') })).toBeNull()
  })
})
