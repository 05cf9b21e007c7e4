import { expect, test } from 'vitest'
import { cellToDecimal } from '../../../domain/cell.ts'
import { tileCells } from '../../../domain/tile.ts'
import { parentsAround } from '../../../testing/cells.ts'
import { readHexes } from './received-hexes.ts'

const CELLS = parentsAround(8, 1).flatMap(tileCells).slice(0, 3)
const decimals = CELLS.map(cellToDecimal)

test.each<[string, unknown]>([
  ['texts', { results: CELLS }],
  ['decimal texts', { cells: decimals }],
  ['numbers, which JSON rounds', JSON.parse(`{"hexes": [${decimals.join(', ')}]}`)],
  ['objects', { results: decimals.map((h3) => ({ h3, area_km2: 0.7 })) }],
  ['objects with another name for the id', { data: CELLS.map((cell_id) => ({ cell_id })) }],
  ['an array without an envelope', CELLS],
  ['an array one level down', { zone: { geo_id: 'z1', tags: ['a'], hexes: CELLS } }],
])('cells are read from %s', (_, body) => {
  expect(readHexes(body)).toMatchObject({ cells: CELLS, unreadable: 0 })
})

test('numbers name their cells at every resolution with figures', () => {
  for (const resolution of [4, 5, 6, 7, 8] as const) {
    const cells = parentsAround(resolution, 3).flatMap(tileCells)
    expect(readHexes(JSON.parse(`[${cells.map(cellToDecimal).join(',')}]`)).cells).toEqual(cells)
  }
})

test('a cursor of any length that begins like an address is a cursor', () => {
  const next = `?${'a'.repeat(2_000_000)}`
  expect(readHexes({ results: CELLS, next })).toMatchObject({ nextCursor: next, nextQuery: null })
})

test('what is not a cell is counted', () => {
  expect(readHexes({ results: [...CELLS, 'Eixample', null, 7, {}] })).toMatchObject({ cells: CELLS, unreadable: 4 })
})

test.each<[string, object, object]>([
  ['next_cursor', { next_cursor: 'p2' }, { nextCursor: 'p2' }],
  ['a number', { next_cursor: 2 }, { nextCursor: '2' }],
  ['pagination', { pagination: { next_cursor: 'p2', has_more: true } }, { nextCursor: 'p2', hasMore: true }],
  [
    'an address',
    { links: { next: '/public/v1/geo/z1/hexes?page_key=p2&res=8' } },
    { nextQuery: { page_key: 'p2', res: '8' } },
  ],
  ['a cursor that looks like base64', { next: 'cDI=' }, { nextCursor: 'cDI=' }],
  ['an object two levels down', { meta: { pagination: { next: { cursor: 'p2' } } } }, { nextCursor: 'p2' }],
  [
    'an object with an address',
    { links: { next: { href: '/x/hexes?page_key=p2' } } },
    { nextQuery: { page_key: 'p2' } },
  ],
  [
    'the end cursor, with a flag that says that there is more',
    { pageInfo: { endCursor: 'p2', hasNextPage: true } },
    { nextCursor: 'p2', hasMore: true },
  ],
  [
    'nothing, when only the end cursor of the last page is there',
    { pageInfo: { endCursor: 'p2', hasNextPage: false } },
    { nextCursor: null, hasMore: false },
  ],
  ['a flag as text, without a cursor', { has_more: 'true' }, { nextCursor: null, hasMore: true }],
  ['a page number below the number of pages', { page: 1, pages: 2 }, { nextCursor: null, hasMore: true }],
  ['nothing, on the last page of several', { page: 2, pages: 2 }, { nextCursor: null, hasMore: false }],
  ['a total as text, without a cursor', { total: '9' }, { nextCursor: null, total: 9 }],
  ['a count of more cells, without a cursor', { meta: { count: 9 } }, { nextCursor: null, total: 9 }],
  ['nothing, when the count is that of the page', { count: 3 }, { nextCursor: null, total: null }],
  [
    'nothing, when every name of a cursor is empty',
    { next_cursor: null, cursor: null, next: '' },
    { nextCursor: null, nextQuery: null, hasMore: false },
  ],
  ['a warning', { warnings: ['Only the first 10,000 cells are listed.'] }, { nextCursor: null, hasMore: true }],
  ['a note that the list is partial', { meta: { partial: true } }, { nextCursor: null, hasMore: true }],
  [
    'a flag and a total, without a cursor',
    { hasMore: true, total_count: 9 },
    { nextCursor: null, hasMore: true, total: 9 },
  ],
])('a next page is announced by %s', (_, about, expected) => {
  expect(readHexes({ results: CELLS, ...about })).toMatchObject(expected)
})

test.each<[unknown, RegExp | null]>([
  [{ rolled_up_from: 8, rollup_note: 'From 8.' }, /^From 8\.$/],
  [{ rolled_up_from: 8 }, /parents of cells of resolution 8/],
  [{ rolled_up_from: '8' }, /parents of cells of resolution 8/],
  [{ rolled_up_from: 'the zone’s own cells' }, /parents of finer cells/],
  [{ rolled_up_from: null }, null],
  [{}, null],
  [null, null],
  [undefined, null],
])('a territory %o says whether cells are parents of others', (territory, note) => {
  const { rollupNote } = readHexes({ territory, results: CELLS })
  if (note === null) expect(rollupNote).toBeNull()
  else expect(rollupNote).toMatch(note)
})

test.each([[null], ['z1'], [{ error: 'not_found' }], [{}]])('a response without a list is refused: %o', (body) => {
  expect(() => readHexes(body)).toThrow('expected a list of cells, found none')
})
