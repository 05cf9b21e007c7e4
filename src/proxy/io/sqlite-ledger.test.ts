import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { statsResponse } from '../../contract/stats.ts'
import type { Cell } from '../../domain/cell.ts'
import { lensKey } from '../../domain/lens.ts'
import { parseAsOf } from '../../domain/period.ts'
import { tileCells } from '../../domain/tile.ts'
import { parentsAround } from '../../testing/cells.ts'
import { priceOf, statsBody } from '../../testing/fault-bodies.ts'
import { defaultRules } from '../../testing/fault-rules.ts'
import { cutAnswer } from '../core/cut-answer.ts'
import type { Slice } from '../core/plan.ts'
import { unpackTile } from '../core/stored-tile.ts'
import type { BoughtCall, Ledger } from './ledger.ts'
import { openSqliteLedger } from './sqlite-ledger.ts'

const AS_OF = parseAsOf('2026-11-01') ?? expect.fail()
const NAME = { as_of: AS_OF, lens: lensKey({}), resolution: 8 as const }
const [PARENT, OTHER] = parentsAround(8, 2) as [Cell, Cell]

let folder: string
let ledger: Ledger

function open(): Ledger {
  return openSqliteLedger(join(folder, 'proxy', 'ledger.sqlite'))
}

function slice(parent: Cell, first = 0, end = 343): Slice {
  return { parent, first, cells: tileCells(parent).slice(first, end) }
}

function bought(slices: Slice[], currency = 'USD'): BoughtCall {
  const cells = slices.flatMap((piece) => piece.cells)
  const answer = statsResponse.parse({ ...statsBody(defaultRules(), cells, {}), currency })
  const cut = cutAnswer(answer, { ...NAME, slices })
  return cut.kind === 'ok' ? { ...cut, name: NAME, at: new Date('2026-11-21T10:00:00Z') } : expect.fail(cut.reason)
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ledger-'))
  ledger = open()
})

afterEach(async () => {
  await ledger.close()
  rmSync(folder, { recursive: true })
})

describe('the ledger', () => {
  it('forgets a period that was built anew, and is then another ledger', async () => {
    await ledger.commit(bought([slice(PARENT)]))
    await ledger.keepLookup(AS_OF, OTHER, false)
    const before = await ledger.generation()
    expect(before).not.toBe('')
    await ledger.forget([parseAsOf('2026-10-01') ?? expect.fail()])
    expect(await ledger.tile(NAME, PARENT)).not.toBeNull()
    expect(await ledger.generation()).toBe(before)
    await ledger.forget([AS_OF])
    expect(await ledger.tile(NAME, PARENT)).toBeNull()
    expect(await ledger.edition(NAME)).toBeNull()
    expect(await ledger.lookup(AS_OF, OTHER)).toBeNull()
    expect(await ledger.generation()).not.toBe(before)
  })

  it('holds nothing at first', async () => {
    expect(await ledger.tile(NAME, PARENT)).toBeNull()
    expect(await ledger.edition(NAME)).toBeNull()
    expect(await ledger.newestPeriod()).toBeNull()
    expect(await ledger.learned('cells-8')).toBeNull()
    expect(await ledger.lookup(AS_OF, PARENT)).toBeNull()
    expect(await ledger.totals()).toEqual({ tiles_held: 0, calls_spent: 0 })
  })

  it('holds every tile of an answered call, with the figures that the service gave', async () => {
    const tiles = await ledger.commit(bought([slice(PARENT), slice(OTHER)]))
    expect(tiles.map(({ parent }) => parent)).toEqual([PARENT, OTHER])
    const held = await ledger.tile(NAME, OTHER)
    const tile = unpackTile(held ?? expect.fail())
    for (const figure of tile.figures) if (figure) expect(figure.median_price).toBe(priceOf(figure.cell))
    expect(tile.figures.filter((figure) => figure !== null).length).toBeGreaterThan(100)
    expect(await ledger.totals()).toEqual({ tiles_held: 2, calls_spent: 1 })
  })

  it('keeps everything when its process ends without closing it', async () => {
    await ledger.commit(bought([slice(PARENT), slice(OTHER, 0, 100)]))
    await ledger.keepLookup(AS_OF, OTHER, false)
    await ledger.learn('cells-8', { accepted: 443, refused: null })
    const second = open()
    expect((await second.tile(NAME, PARENT))?.etag).toBe((await ledger.tile(NAME, PARENT))?.etag)
    expect((await second.edition(NAME))?.window_end).toBe('2026-10-31')
    expect(await second.newestPeriod()).toBe(AS_OF)
    expect((await second.parts(NAME, OTHER)).map(({ figures }) => figures.length)).toEqual([100])
    expect(await second.lookup(AS_OF, OTHER)).toBe(false)
    expect(await second.learned('cells-8')).toEqual({ accepted: 443, refused: null })
    await second.close()
  })

  it('holds a tile bought in pieces only once every piece is there', async () => {
    expect(await ledger.commit(bought([slice(PARENT, 200, 343)]))).toEqual([])
    expect(await ledger.commit(bought([slice(PARENT, 0, 100)]))).toEqual([])
    expect(await ledger.tile(NAME, PARENT)).toBeNull()
    const [whole] = await ledger.commit(bought([slice(PARENT, 100, 200)]))
    await ledger.commit(bought([slice(OTHER)]))
    expect(whole?.parent).toBe(PARENT)
    expect(await ledger.parts(NAME, PARENT)).toEqual([])
    expect((await ledger.tile(NAME, PARENT))?.etag).toBe(whole?.etag)
  })

  it('never changes what is held', async () => {
    await ledger.commit(bought([slice(PARENT)]))
    const before = await ledger.tile(NAME, PARENT)
    const changed = bought([slice(PARENT)], 'EUR')
    const emptied = changed.slices.map((piece) => ({ ...piece, figures: piece.figures.map(() => null) }))
    await ledger.commit({ ...changed, slices: emptied })
    expect((await ledger.tile(NAME, PARENT))?.etag).toBe(before?.etag)
    expect((await ledger.edition(NAME))?.currency).toBe('USD')
  })
})
