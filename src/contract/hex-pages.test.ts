import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from '../domain/cell.ts'
import { tileCells } from '../domain/tile.ts'
import { parentsAround } from '../testing/cells.ts'
import { followHexPages, type HexPage } from './hex-pages.ts'

const CELLS = tileCells(parentsAround(8, 1)[0] as Cell)

/** Follows pages that are keyed by their cursor, the first one by `null`; a cursor without a page fails. */
async function follow(pages: Readonly<Record<string, Omit<HexPage, 'rollupNote'>>>) {
  const asked: (string | null)[] = []
  const ask = async (cursor: string | null) => {
    asked.push(cursor)
    const page = pages[String(cursor)]
    return page ? { ...page, rollupNote: null } : null
  }
  let last: { cells: Cell[]; end: string } | null = null
  for await (const { cells, end } of followHexPages(ask, (answer) => answer)) last = { cells: [...cells], end }
  return { ...(last ?? expect.fail('expected at least one request, found none')), asked }
}

const page = (from: number, nextCursor: string | null, to = from + 2) => ({ cells: CELLS.slice(from, to), nextCursor })

test('a list that ends is complete, even when its last page has nothing new', async () => {
  expect(await follow({ null: page(0, 'b'), b: page(2, 'c'), c: page(0, null) })).toEqual({
    cells: CELLS.slice(0, 4),
    end: 'complete',
    asked: [null, 'b', 'c'],
  })
})

test('a list without cells is complete', async () => {
  expect(await follow({ null: page(0, null, 0) })).toEqual({ cells: [], end: 'complete', asked: [null] })
})

test('a page without a new cell ends the list, whatever its cursor is', async () => {
  expect(await follow({ null: page(0, 'b'), b: page(0, 'c'), c: page(2, null) })).toEqual({
    cells: CELLS.slice(0, 2),
    end: 'repeated',
    asked: [null, 'b'],
  })
})

test('a repeated cursor is not followed again, but the page that names it counts', async () => {
  expect(await follow({ null: page(0, 'b'), b: page(2, 'b') })).toEqual({
    cells: CELLS.slice(0, 4),
    end: 'repeated',
    asked: [null, 'b'],
  })
})

test('a response without a page ends the list', async () => {
  expect(await follow({ null: page(0, 'b') })).toEqual({ cells: CELLS.slice(0, 2), end: 'failed', asked: [null, 'b'] })
})

test('following ends for any service, after at most one more page than it has cells', async () => {
  const anyPage = fc.record({
    cells: fc.uniqueArray(fc.constantFrom(...CELLS.slice(0, 12)), { maxLength: 4 }),
    nextCursor: fc.option(fc.constantFrom('a', 'b', 'c', 'd')),
  })
  const services = fc.record({ null: anyPage, a: anyPage, b: anyPage, c: anyPage, d: anyPage })
  await fc.assert(
    fc.asyncProperty(services, async (pages) => {
      const { cells, asked, end } = await follow(pages)
      expect(asked.length).toBeLessThanOrEqual(cells.length + 1)
      expect(new Set(asked).size).toBe(asked.length)
      expect(end === 'complete').toBe(pages[String(asked.at(-1)) as 'a'].nextCursor === null)
    }),
  )
})
