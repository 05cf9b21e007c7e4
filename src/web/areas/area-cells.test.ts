import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeGround } from '../../contract/cell-ground.ts'
import { encodeTile } from '../../contract/figure-tile.ts'
import { type Cell, cellParent } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { CellState, Figure } from '../../domain/figure.ts'
import { lensKey } from '../../domain/lens.ts'
import { parseAsOf } from '../../domain/period.ts'
import { TILE_DEPTH, tileCells } from '../../domain/tile.ts'
import { CITY_CENTRE } from '../../testing/service-fixture.ts'
import { WatchedTileStores } from '../../testing/watched-tile-stores.ts'
import { areaCells, isLeftOut } from './area-cells.ts'

const as_of = parseAsOf('2026-11-01')
if (!as_of) throw new Error('2026-11-01 is a period')
const NAME: EditionName = { as_of, lens: lensKey({}), resolution: 8 }
const TILE = cellParent(CITY_CENTRE, 8 - TILE_DEPTH)

let server: Server
let url = ''
let isHeld = false
/** Questions what cells lie on, each answered when it is called. */
let asked: (() => void)[] = []

beforeAll(async () => {
  server = createServer(({ url: path = '' }, response) => {
    // A kept-alive connection could close just as the next request is sent.
    response.setHeader('Connection', 'close')
    if (path.startsWith('/api/ground')) return void asked.push(() => sendSea(response))
    if (!isHeld) return void response.writeHead(503).end()
    if (path.startsWith('/api/held/')) return void response.end(JSON.stringify({ held: [TILE], edition: null }))
    const figures = tileCells(TILE).map((cell) => (cell === CITY_CENTRE ? figureOf(2_000) : null))
    response.end(encodeTile({ parent: TILE, figures }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

function sendSea(response: ServerResponse): void {
  response.end(JSON.stringify({ tiles: { [TILE]: writeGround(tileCells(TILE).map(() => 'sea')) } }))
}

function figureOf(median_price_per_sqm: number): Figure {
  return {
    cell: CITY_CENTRE,
    estimated: false,
    median_price: null,
    median_price_per_sqm,
    median_area: null,
    name: null,
  }
}

/** What the proxy says of an area of one cell. */
function told(cell: Cell, state: CellState, figure: Figure | null = null) {
  return {
    edition: null,
    cells: new Map([[cell, { state, figure }]]),
    rollupNote: null,
    isComplete: true,
    rest: null,
  }
}

test('cells whose tile has failed on the map have failed in the area, too', async () => {
  const store = new WatchedTileStores().open(url)
  const states = () => areaCells(store, NAME, null, told(CITY_CENTRE, 'not_bought')).map(({ state }) => state)
  expect(states()).toEqual(['not_bought'])
  await store.ensureHeld(NAME, [TILE])
  expect(store.cellOf(NAME, CITY_CENTRE).state).toBe('failed')
  expect(states()).toEqual(['failed'])
})

test('a cell without a figure is loading until it is known that it is sea', async () => {
  const store = new WatchedTileStores().open(url)
  asked = []
  store.wantGround([TILE])
  const states = () => areaCells(store, NAME, null, told(CITY_CENTRE, 'too_few')).map(({ state }) => state)
  expect(states()).toEqual(['loading'])
  await expect.poll(() => asked.length).toBe(1)
  asked[0]?.()
  await expect.poll(() => store.isGroundAsked(TILE)).toBe(false)
  expect(states()).toEqual(['sea'])
})

test('a tile that the map holds outweighs what the proxy said before, except for exact figures', async () => {
  const store = new WatchedTileStores().open(url)
  const facts = told(CITY_CENTRE, 'no_listings')
  const known = () => [areaCells(store, NAME, null, facts)[0]?.state, isLeftOut(store, NAME, CITY_CENTRE, facts)]
  expect(known()).toEqual(['no_listings', true])
  isHeld = true
  await store.ensureHeld(NAME, [TILE])
  isHeld = false
  expect(known()).toEqual(['observed', false])
  const exact = told(CITY_CENTRE, 'observed', figureOf(2_000.004))
  const shown = [null, facts, exact].map((each) => areaCells(store, NAME, [CITY_CENTRE], each)[0]?.figure)
  expect(shown.map((figure) => figure?.median_price_per_sqm)).toEqual([2_000, 2_000, 2_000.004])
})
