import { beforeEach, describe, expect, it } from 'vitest'
import { decodeTile } from '../../contract/figure-tile.ts'
import type { Cell } from '../../domain/cell.ts'
import { figuresOf } from '../../domain/figure.ts'
import { tileCells } from '../../domain/tile.ts'
import { parentsAround } from '../../testing/cells.ts'
import type { ProxyUnderTest, PurchaseEvents } from '../../testing/proxy-under-test.ts'
import { startStrangeProxy } from '../../testing/strange-proxy.ts'
import type { StrangeRules } from '../../testing/strange-service/rules/rules.ts'
import type { StrangeService } from '../../testing/strange-service/start-strange-service.ts'
import { CELLS_OF_CHECK } from './doubts/list-check.ts'

let service: StrangeService
let proxy: ProxyUnderTest

beforeEach(async () => {
  const started = await startStrangeProxy()
  ;({ service, proxy } = started)
  return started.close
})

const answered = () => service.calls.filter((call) => call.answered)
const refused = () => service.calls.filter((call) => !call.answered)

/** Every cell is as the service has it, absent figures included. */
function expectTruth(told: PurchaseEvents, tiles: number, lens = 'default'): void {
  const sent = told.all('tile')
  expect(sent).toHaveLength(tiles)
  for (const { bytes } of sent) {
    const tile = decodeTile(Buffer.from(bytes, 'base64'))
    const known = figuresOf(tile)
    expect(known.filter((figure) => figure !== null).length).toBeGreaterThan(100)
    for (const figure of known) {
      if (figure !== null) expect((figure.median_price ?? 0) / service.price(figure.cell, lens)).toBeCloseTo(1, 4)
    }
  }
}

describe('where the URL holds fewer cells than the budget', () => {
  const change = (rules: Partial<StrangeRules>) => Object.assign(service.rules, { urlLimit: 2_500, ...rules })

  it('circles are bought, and cells certainly inside them are kept as those of lists are', async () => {
    change({ cellBudget: 3_000 })
    expectTruth(await proxy.buy(parentsAround(8, 7)), 7)
    expect(answered().some(({ selector }) => selector === 'circle')).toBe(true)
    const lists = Math.ceil((7 * 343) / 150)
    expect(answered().length).toBeLessThan(lists)
    expect(refused().length).toBeLessThanOrEqual(6)
    await proxy.buy(parentsAround(8, 19))
    const before = answered().length
    expectTruth(await proxy.buy(parentsAround(8, 7), { lens: 'ad_sub_type=rent' }), 7, 'ad_sub_type=rent')
    expect(answered().length - before).toBeLessThanOrEqual(3)
  })

  it('their size is learned when the service counts their cells twice', async () => {
    change({ cellBudget: 3_000, circleFactor: 2 })
    expectTruth(await proxy.buy(parentsAround(8, 19)), 19)
    expect(refused().length).toBeLessThanOrEqual(6)
    const largest = Math.max(...answered().map(({ cells }) => cells.length))
    expect(largest).toBeLessThanOrEqual(1_500)
    expect(largest).toBeGreaterThan(900)
  })
})

describe('how a list is written', () => {
  const styles: Partial<StrangeRules>[] = [
    { listStyle: 'repeats', styleRefusal: 'invalid_parameter' },
    { listStyle: 'repeats', styleRefusal: 'malformed_request' },
    { listStyle: 'commas' },
    { listStyle: 'both' },
  ]
  it.each(styles)('is found with at most one refused call (%j), and for good', async (rules) => {
    Object.assign(service.rules, rules)
    expectTruth(await proxy.buy(parentsAround(8, 3)), 3)
    expect(refused().length).toBe(rules.listStyle === 'repeats' ? 1 : 0)
    await proxy.restart()
    const before = refused().length
    expectTruth(await proxy.buy(parentsAround(7, 2), { resolution: 7 }), 2)
    expect(refused().length).toBe(before)
  })

  it('never lets a service that reads only its first cell fill the ledger with empty cells', async () => {
    service.rules.listStyle = 'first'
    expectTruth(await proxy.buy(parentsAround(8, 2)), 2)
    expect(answered().filter(({ selector }) => selector === 'circle').length).toBeGreaterThan(0)
  })

  it.each(['commas', 'both'] as const)(
    'is found where there are no figures, by one refused call (%s)',
    async (listStyle) => {
      Object.assign(service.rules, { listStyle, hasFigures: () => false, cellBudget: 37 })
      const told = await proxy.buy(parentsAround(8, 1), { distrust_lookups: true })
      expect(told.all('tile')).toHaveLength(1)
      expect(answered().every(({ selector }) => selector === 'h3')).toBe(true)
      const bought = answered().flatMap(({ cells }) => cells)
      expect(new Set(bought).size).toBe(bought.length)
      expect(refused().filter(({ cells }) => cells.length === CELLS_OF_CHECK)).toHaveLength(1)
      await proxy.restart()
      const before = service.calls.length
      await proxy.buy(parentsAround(8, 2).slice(1), { distrust_lookups: true })
      expect(service.calls.slice(before).every(({ answered: isAnswered }) => isAnswered)).toBe(true)
    },
  )

  it.each(['repeats', 'first'] as const)(
    'is never taken from an empty answer for which one cell was read (%s)',
    async (listStyle) => {
      const [parent = expect.fail()] = parentsAround(8, 1)
      const [first] = tileCells(parent)
      Object.assign(service.rules, { listStyle, styleRefusal: null, hasFigures: (cell: Cell) => cell !== first })
      expectTruth(await proxy.buy([parent]), 1)
      const selectors = new Set(
        answered()
          .slice(-1)
          .map(({ selector }) => selector),
      )
      expect(selectors).toEqual(new Set([listStyle === 'first' ? 'circle' : 'h3']))
    },
  )

  it('is not settled by a check that fails, and nothing is kept then', async () => {
    service.rules.hasFigures = () => false
    service.rules.faults = [{ kind: 'changed' }, { kind: 'code', code: 'quota_exhausted' }]
    const told = await proxy.buy(parentsAround(8, 1), { distrust_lookups: true })
    expect(told.all('tile')).toEqual([])
    expect(told.all('refused')).toMatchObject([{ refusal: { code: 'quota_exhausted' } }])
  })
})

describe('a budget that the service names in its refusal', () => {
  it('is believed at once', async () => {
    Object.assign(service.rules, { cellBudget: 800, namesLimit: true })
    expectTruth(await proxy.buy(parentsAround(8, 12)), 12)
    expect(refused().length).toBe(1)
    expect(answered()).toHaveLength(Math.ceil((12 * 343) / 800))
  })
})

describe('budgets that differ by resolution', () => {
  it('take at most six refused calls in total', async () => {
    Object.assign(service.rules, { cellBudget: { 4: 100, 5: 2_000, 6: 400, 7: 60, 8: 1_000 }, urlLimit: 9_000 })
    for (const resolution of [8, 7, 6, 5, 4] as const) {
      const parents = parentsAround(resolution, 4)
      const told = await proxy.buy(parents, { resolution, distrust_lookups: true })
      expect(told.all('tile')).toHaveLength(4)
    }
    expect(refused().length).toBeLessThanOrEqual(6)
  })
})

describe('tiles around a view', () => {
  const all = parentsAround(8, 19)
  const view = all.slice(0, 2)

  it('are bought when a call has room, sent, and then held', async () => {
    await proxy.buy(parentsAround(8, 40).slice(-8))
    const before = answered().length
    const told = await proxy.buy(view, { around: all.slice(2) })
    expect(answered().length - before).toBe(1)
    expect(told.all('tile').length).toBeGreaterThan(2)
    const parents = told.all('tile').map(({ parent }) => parent)
    expect(parents.slice(0, 2).sort()).toEqual([...view].sort())
    const calls = answered().length
    const again = await proxy.buy(parents)
    expect(again.receipt.calls).toBe(0)
    expect(answered().length).toBe(calls)
  })

  it('are left out when they are held or the free look-up finds no listings', async () => {
    const [held = '', silent = ''] = all.slice(2)
    await proxy.buy([held])
    service.rules.hasListings = (parent) => parent !== silent
    await proxy.buy(view, { around: [held, silent] })
    const cells = answered().flatMap((call) => call.cells)
    expect(cells.length).toBe(3 * 343)
    expect((await proxy.get(`/api/tiles/2026-11-01/default/8/${silent}`)).response.status).toBe(404)
  })

  it('are bought once for two viewers side by side', async () => {
    await proxy.buy(parentsAround(8, 40).slice(-8))
    const before = answered().length
    service.rules.delay = 30
    await Promise.all([
      proxy.buy(all.slice(0, 3), { around: all.slice(3) }),
      proxy.buy(all.slice(3, 6), { around: [...all.slice(0, 3), ...all.slice(6)] }),
    ])
    const cells = answered()
      .slice(before)
      .flatMap((call) => call.cells)
    expect(new Set(cells).size).toBe(cells.length)
  })
})
