import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { decodeTile } from '../../contract/figure-tile.ts'
import { figuresOf } from '../../domain/figure.ts'
import { tileCells, tileParent } from '../../domain/tile.ts'
import { parentsAround } from '../../testing/cells.ts'
import { type ProxyUnderTest, type PurchaseEvents, startProxyUnderTest } from '../../testing/proxy-under-test.ts'
import type { StrangeRules } from '../../testing/strange-service/rules/rules.ts'
import { type StrangeService, startStrangeService } from '../../testing/strange-service/start-strange-service.ts'

const TILES = parentsAround(8, 12)
let service: StrangeService
let proxy: ProxyUnderTest

beforeEach(async () => {
  service = await startStrangeService({ hasFigures: () => true })
  proxy = await startProxyUnderTest(service)
  // Proves that the service understands lists with commas.
  await buyTile(0)
})

afterEach(async () => {
  await proxy.close()
  await service.close()
})

/** Restarts both, so that the proxy meets a service for the first time. */
async function meet(rules: Partial<StrangeRules>): Promise<void> {
  await proxy.close()
  await service.close()
  service = await startStrangeService(rules)
  proxy = await startProxyUnderTest(service)
}

const buyTile = (index: number) => proxy.buy(TILES.slice(index, index + 1))
const refused = () => service.calls.filter((call) => !call.answered)

function figuresIn(told: PurchaseEvents): number {
  const tiles = told.all('tile').map(({ bytes }) => decodeTile(Buffer.from(bytes, 'base64')))
  return tiles.flatMap(figuresOf).filter((figure) => figure !== null).length
}

describe('a list style that the service no longer accepts', () => {
  it('is dropped at the first refusal that names the list, and resumed at the next, for good', async () => {
    for (const [round, listStyle] of (['repeats', 'commas', 'repeats'] as const).entries()) {
      service.rules.listStyle = listStyle
      expect(figuresIn(await buyTile(3 * round + 1))).toBe(343)
      expect(figuresIn(await buyTile(3 * round + 2))).toBe(343)
      await proxy.restart()
      expect(figuresIn(await buyTile(3 * round + 3))).toBe(343)
      expect(refused()).toHaveLength(round + 1)
    }
  })

  it('is replaced by the same other style in several calls at once', async () => {
    service.rules.cellBudget = 343
    await proxy.buy(TILES.slice(0, 6))
    const ofLimit = refused().length
    Object.assign(service.rules, { listStyle: 'repeats', delay: 20 })
    await proxy.buy(TILES)
    const told = await proxy.buy(TILES)
    expect(told.receipt.held_cells).toBe(TILES.length * 343)
    // Three are under way at once, and one may look for the limit.
    expect(refused().length - ofLimit).toBeGreaterThanOrEqual(1)
    expect(refused().length - ofLimit).toBeLessThanOrEqual(3 + 1)
  })

  it('is dropped at the second refusal in a row that names nothing, but not with an answer in between', async () => {
    const refusal = { kind: 'code', code: 'malformed_request' } as const
    for (let index = 1; index <= 5; index += 2) {
      service.rules.faults = [refusal]
      expect((await buyTile(index)).all('refused')[0]?.refusal.code).toBe('malformed_request')
      expect(figuresIn(await buyTile(index))).toBe(343)
    }
    expect(refused()).toHaveLength(3)
    Object.assign(service.rules, { listStyle: 'repeats', refusalExtras: { parameter: undefined } })
    expect((await buyTile(7)).all('refused')).toHaveLength(1)
    expect(figuresIn(await buyTile(7))).toBe(343)
    expect(figuresIn(await buyTile(8))).toBe(343)
    expect(refused()).toHaveLength(3 + 2)
  })

  it('is kept, and the refusal reported, when the other style is refused too', async () => {
    const named = JSON.stringify({ error: 'invalid_parameter', message: 'No.', docs_url: '', parameter: 'h3' })
    service.rules.faults = Array.from({ length: 2 }, () => ({ kind: 'status', status: 400, body: named }))
    expect((await buyTile(1)).all('refused')[0]?.refusal.code).toBe('invalid_parameter')
    service.rules.listStyle = 'commas'
    expect(figuresIn(await buyTile(1))).toBe(343)
    expect(refused()).toHaveLength(2)
  })

  it('is dropped when only the first cell of a list is answered, and nothing of that answer is kept', async () => {
    Object.assign(service.rules, { listStyle: 'repeats', styleRefusal: null })
    expect(figuresIn(await buyTile(1))).toBe(343)
    const before = service.calls.length
    expect(figuresIn(await buyTile(2))).toBe(343)
    expect(service.calls.length).toBe(before + 1)
    // The check of repeats, which are read.
    expect(refused()).toHaveLength(1)
  })

  it('is dropped at the third answer in a row without figures, when a check shows that lists are not read', async () => {
    const silent = new Set(TILES.map((parent) => tileCells(parent)[0]))
    service.rules.hasFigures = (cell) => !silent.has(cell)
    Object.assign(service.rules, { listStyle: 'repeats', styleRefusal: null })
    await buyTile(1)
    await buyTile(2)
    expect(figuresIn(await buyTile(3))).toBe(342)
    expect(figuresIn(await buyTile(4))).toBe(342)
    expect(service.calls.at(-1)?.selector).toBe('h3')
  })
})

describe('a list style that the service describes', () => {
  const meetDescribed = (rules: Partial<StrangeRules>) =>
    meet({ hasFigures: () => true, describesItself: true, ...rules })
  const cells = { type: 'array', items: { type: 'string' } }

  it('is the first one', async () => {
    await meetDescribed({ listStyle: 'repeats', listDescribed: { explode: true, schema: cells } })
    expect(figuresIn(await buyTile(0))).toBe(343)
    expect(service.calls.map(({ answered }) => answered)).toEqual([true])
  })

  it('is a guess, which costs one call where it is wrong', async () => {
    await meetDescribed({ listStyle: 'commas', listDescribed: { explode: true, schema: cells } })
    expect(figuresIn(await buyTile(0))).toBe(343)
    expect(service.calls.map(({ answered }) => answered)).toEqual([false, true])
  })

  it('comes with the most cells of a list, which bounds lists alone', async () => {
    await meetDescribed({ listDescribed: { explode: false, schema: { ...cells, maxItems: 60 } } })
    expect((await proxy.buy(TILES.slice(0, 3))).all('tile')).toHaveLength(3)
    expect(refused()).toEqual([])
    const sizes = service.calls.map(({ selector, cells }) => [selector, cells.length > 60])
    expect(sizes).toContainEqual(['circle', true])
    expect(sizes).not.toContainEqual(['h3', true])
    service.rules.listDescribed = { explode: false, schema: cells }
    await proxy.restart()
    let index = 3
    // The description is read again while a tile is bought.
    await vi.waitFor(async () => {
      await buyTile(index++)
      expect(service.calls.at(-1)).toMatchObject({ selector: 'h3', cells: { length: 343 } })
    })
  })
})

describe('a list with one row, for its first cell', () => {
  it('is kept where a check shows that lists are read, as at a coast', async () => {
    const [first] = TILES.slice(0, 1).flatMap(tileCells)
    await meet({
      listStyle: 'commas',
      hasFigures: (cell) => cell === first || !TILES.slice(0, 1).includes(tileParent(cell)),
    })
    expect(figuresIn(await buyTile(0))).toBe(1)
    expect(figuresIn(await buyTile(1))).toBe(343)
    // The check is the call that was refused.
    expect(service.calls.map(({ selector, answered }) => [selector, answered])).toEqual([
      ['h3', true],
      ['h3', false],
      ['h3', true],
    ])
  })
})

describe('correct empty answers', () => {
  it('are checked at the third in a row, and then less often, by a call that the service refuses', async () => {
    service.rules.hasFigures = () => false
    const checked: number[] = []
    for (let index = 1; index < TILES.length; index++) {
      const before = refused().length
      const told = await buyTile(index)
      expect(told.all('tile')).toHaveLength(1)
      expect(told.receipt.calls).toBe(1)
      if (refused().length > before) checked.push(index)
    }
    expect(checked).toEqual([3, 9])
  })

  it('are believed where no figures were expected, as under a filter', async () => {
    service.rules.hasFigures = () => false
    for (const parent of TILES) {
      expect((await proxy.buy([parent], { lens: 'ad_sub_type=rent' })).receipt.calls).toBe(1)
    }
  })
})
