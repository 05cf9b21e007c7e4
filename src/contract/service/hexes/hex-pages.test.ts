import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from '../../../domain/cell.ts'
import { tileCells } from '../../../domain/tile.ts'
import { parentsAround } from '../../../testing/cells.ts'
import { cursorNames, followHexPages, ParameterNames } from './hex-pages.ts'
import type { HexPage } from './received-hexes.ts'

const CELLS = tileCells(parentsAround(8, 1)[0] as Cell)
const BLANK: Omit<HexPage, 'cells' | 'nextCursor'> = {
  resolutions: [8],
  unreadable: 0,
  nextQuery: null,
  hasMore: false,
  total: null,
  rollupNote: null,
}

type Page = Partial<HexPage> & Pick<HexPage, 'cells' | 'nextCursor'>
interface Service {
  /** The parameter in which it takes a cursor; null for none. */
  readonly takes?: string | null
  readonly refusesOthers?: boolean
  readonly names?: ReturnType<typeof cursorNames>
}

/** Follows the pages of a service, keyed by their cursor, the first one by `null`; a cursor without a page fails. */
async function follow(pages: Readonly<Record<string, Page>>, service: Service = {}) {
  const { takes = 'cursor', refusesOthers = false, names = cursorNames() } = service
  const asked: string[] = []
  const ask = async (query: Readonly<Record<string, string>>): Promise<HexPage | 'misread' | null> => {
    asked.push(new URLSearchParams(query).toString())
    if (refusesOthers && Object.keys(query).some((name) => name !== takes)) return 'misread'
    const page = pages[(takes !== null && query[takes]) || 'null']
    return page ? { ...BLANK, ...page } : null
  }
  let last: { cells: Cell[]; end: string } | null = null
  for await (const { cells, end } of followHexPages(ask, (answer) => answer, names)) last = { cells: [...cells], end }
  return { ...(last ?? expect.fail('expected at least one request, found none')), asked }
}

const page = (from: number, nextCursor: string | null, to = from + 2) => ({ cells: CELLS.slice(from, to), nextCursor })
const THREE_PAGES = { null: page(0, 'b'), b: page(2, 'c'), c: page(4, null) }
const WHOLE = { cells: CELLS.slice(0, 6), end: 'complete' }

test('a list that ends is complete, even when its last page has nothing new', async () => {
  expect(await follow({ null: page(0, 'b'), b: page(2, 'c'), c: page(0, null) })).toEqual({
    cells: CELLS.slice(0, 4),
    end: 'complete',
    asked: ['', 'cursor=b', 'cursor=c'],
  })
  expect((await follow({ null: page(0, 'b'), b: page(2, null, 2) })).end).toBe('complete')
})

test('a list without cells is complete', async () => {
  expect(await follow({ null: page(0, null, 0) })).toEqual({ cells: [], end: 'complete', asked: [''] })
})

test.each([
  ['ignores', false],
  ['refuses', true],
])(
  'a service that %s other names is read with the name that it takes, which is remembered',
  async (_, refusesOthers) => {
    const names = cursorNames()
    const service = { takes: 'after', refusesOthers, names }
    expect(await follow(THREE_PAGES, service)).toMatchObject(WHOLE)
    expect(await follow(THREE_PAGES, service)).toEqual({ ...WHOLE, asked: ['', 'after=b', 'after=c'] })
  },
)

test('names that the service declares are tried before others', async () => {
  const names = cursorNames(async () => ['resume_at'])
  expect(await follow(THREE_PAGES, { takes: 'resume_at', names })).toEqual({
    ...WHOLE,
    asked: ['', 'cursor=b', 'resume_at=b', 'resume_at=c'],
  })
})

test('a list whose cursor is understood under no name is incomplete, and each name is tried once', async () => {
  for (const refusesOthers of [false, true]) {
    const { cells, end, asked } = await follow(THREE_PAGES, { takes: null, refusesOthers })
    expect([cells, end]).toEqual([CELLS.slice(0, 2), 'incomplete'])
    expect(asked.length).toBeLessThan(10)
    expect(new Set(asked).size).toBe(asked.length)
  }
})

test('the address of the next page is followed as it is', async () => {
  const nextQuery = { from_cell: 'b' }
  const pages = { null: { ...page(0, null), nextQuery }, b: page(2, null) }
  expect(await follow(pages, { takes: 'from_cell' })).toEqual({
    cells: CELLS.slice(0, 4),
    end: 'complete',
    asked: ['', 'from_cell=b'],
  })
})

test.each<[string, Partial<HexPage>]>([
  ['says that there is more', { hasMore: true }],
  ['counts more cells', { total: 3 }],
  ['has entries that cannot be read', { unreadable: 1 }],
])('a list without a next page is incomplete when it %s', async (_, about) => {
  expect((await follow({ null: { ...page(0, null), ...about } })).end).toBe('incomplete')
})

test('a repeated cursor is not followed again, but the page that names it counts', async () => {
  expect(await follow({ null: page(0, 'b'), b: page(2, 'b') })).toEqual({
    cells: CELLS.slice(0, 4),
    end: 'incomplete',
    asked: ['', 'cursor=b'],
  })
})

test('a response without a page ends the list', async () => {
  expect(await follow({ null: page(0, 'b') })).toEqual({
    cells: CELLS.slice(0, 2),
    end: 'failed',
    asked: ['', 'cursor=b'],
  })
})

test('following ends for any service, after at most one more page than it has cells and a try of each name', async () => {
  const anyPage = fc.record({
    cells: fc.uniqueArray(fc.constantFrom(...CELLS.slice(0, 12)), { maxLength: 4 }),
    nextCursor: fc.option(fc.constantFrom('a', 'b', 'c', 'd')),
  })
  const services = fc.record({ null: anyPage, a: anyPage, b: anyPage, c: anyPage, d: anyPage })
  const cursors = fc.constantFrom('cursor', 'after', null)
  await fc.assert(
    fc.asyncProperty(services, cursors, async (pages, takes) => {
      const { cells, asked, end } = await follow(pages, { takes })
      expect(asked.length).toBeLessThanOrEqual(cells.length + 8)
      expect(new Set(asked).size).toBe(asked.length)
      const last = new URLSearchParams(asked.at(-1)).get(takes ?? '') ?? 'null'
      expect(end === 'complete').toBe(pages[last as 'a'].nextCursor === null)
    }),
  )
})

test('a name that is declared later is found, too', async () => {
  let declared = ['page']
  const names = new ParameterNames(['cursor'], async () => declared)
  names.worked((await names.after('cursor')) ?? '')
  declared = ['resume']
  expect([names.first(), await names.after('page')]).toEqual(['page', 'resume'])
})
