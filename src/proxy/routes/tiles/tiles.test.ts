import fc from 'fast-check'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { anyFigureTile } from '../../../testing/arbitraries.ts'
import { parentsAround } from '../../../testing/cells.ts'
import { packTile } from '../../tiles/stored-tile.ts'
import { ledgerName } from '../held-caching.ts'
import { createHotTiles } from './hot-tiles.ts'
import { tileRoute } from './tiles.ts'

const [PARENT = ''] = parentsAround(8, 1)
const HELD = ledgerName('generation-one')
const NOISY = 2_000

it('keeps one entry for a held tile, however many query strings request it', async () => {
  const [figures] = fc.sample(anyFigureTile, 1)
  if (figures === undefined) return expect.fail()
  const tile = packTile(figures, new Date('2026-11-21T10:00:00Z'))
  const hotTiles = createHotTiles()
  let reads = 0
  const ledger = {
    generation: async () => 'generation-one',
    tile: async () => {
      reads += 1
      return tile
    },
  }
  const app = new Hono().get(
    '/api/tiles/:as_of/:lens/:resolution/:parent',
    tileRoute({ ledger, hotTiles, savings: { add: () => {} }, metrics: { noteTile: () => {} } }),
  )
  const ask = (query: string) => app.request(`/api/tiles/2026-11-01/default/8/${PARENT}?${query}`)
  for (let i = 0; i < NOISY; i++) expect((await ask(`noise=${i}&ledger=${HELD}&more=${i}`)).status).toBe(200)
  expect([hotTiles.held().tiles, reads]).toEqual([1, 1])
  const encoded = [...HELD].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
  for (const query of [`ledger=${encoded}`, `currency=USD&ledger=${HELD}`, `ledger=${HELD}&ledger=other`])
    await ask(query)
  expect([hotTiles.held().tiles, reads]).toEqual([1, 1])
  // A tile requested from another ledger is cached nowhere.
  for (let i = 0; i < 20; i++) {
    expect((await ask(`ledger=made-up-${i}`)).headers.get('Cache-Control')).toBe('no-cache')
  }
  expect([hotTiles.held().tiles, reads]).toEqual([1, 21])
})
