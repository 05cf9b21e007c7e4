import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCell } from '../../domain/cell.ts'
import { tileCells } from '../../domain/tile.ts'
import { anyFigureTile } from '../../testing/arbitraries.ts'
import { boughtAt, packTile, readStoredFigures, unpackTile } from './stored-tile.ts'

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

  it('and a piece of one are read as earlier versions stored them, without averages and counts', () => {
    const stored =
      'H4sIAKBrAWsCA+PitzA1tjQxMTNOgwCh60wMDAwgPAqoC6Q4wJTjegclMKvBX8hRCyLG8KPeiN296PCC5MxEK0ZGAH1INYKVAQAA'
    const parent = parseCell('85394463fffffff') ?? expect.fail()
    const { figures } = unpackTile({ parent, gzip: Buffer.from(stored, 'base64') })
    const cell = tileCells(parent)[3] ?? expect.fail()
    const figure = {
      cell,
      estimated: true,
      median_price: 300_000,
      median_price_per_sqm: 4_000.5,
      median_area: null,
      name: 'Gràcia',
    }
    expect(figures.flatMap((each) => each ?? [])).toEqual([figure])
    expect(figures[3]).toEqual(figure)
    expect(readStoredFigures(JSON.stringify([figure, null]))).toEqual([figure, null])
    const now = { ...figure, average_price: 310_000.25, listings: 7 }
    expect(readStoredFigures(JSON.stringify([now]))).toEqual([now])
  })
})
