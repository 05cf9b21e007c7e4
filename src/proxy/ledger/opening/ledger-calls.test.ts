import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lensKey } from '../../../domain/lens.ts'
import { parseAsOf } from '../../../domain/period.ts'
import {
  bought,
  EUROS,
  LEDGER_STORES,
  NAME,
  OTHER,
  PARENT,
  slice,
  type TestLedgerStore,
} from '../../../testing/ledger-stores.ts'
import type { Ledger } from '../ledger.ts'

const TERM = { ttl: 60_000, grace: 60_000 }

describe.each(LEDGER_STORES)('the ledger %s', (_, start) => {
  let store: TestLedgerStore
  let ledger: Ledger
  const open = () => store.open()

  beforeAll(async () => {
    store = await start()
  })
  beforeEach(async () => {
    await store.clear()
    ledger = await open()
  })
  afterEach(() => ledger.close())
  afterAll(() => store.close())

  it('counts a call under every name or under none, and drops the names of past days', async () => {
    const day = '2026-11-21'
    const caps = [
      { name: `${day} all`, most: 3 },
      { name: `${day} viewer`, most: 2 },
    ]
    expect(await ledger.takeCall([{ name: '2026-11-19 all', most: 9 }])).toBeNull()
    expect(await ledger.takeCall([{ name: '2026-11-20 all', most: 9 }])).toBeNull()
    expect([await ledger.takeCall(caps), await ledger.takeCall(caps), await ledger.takeCall(caps)]).toEqual([
      null,
      null,
      `${day} viewer`,
    ])
    const other = await open()
    expect(await other.takeCall([{ name: `${day} all`, most: 3 }])).toBeNull()
    await other.close()
    expect(await ledger.takeCall(caps)).toBe(`${day} all`)
    expect(await ledger.takeCall([])).toBeNull()
    const names = [`${day} all`, `${day} viewer`, '2026-11-20 all', '2026-11-19 all']
    expect(await ledger.spent(names)).toEqual([3, 2, 1, 0])
    await ledger.returnCall(caps.map(({ name }) => name))
    expect(await ledger.spent(names)).toEqual([2, 1, 1, 0])
    expect(await ledger.takeCall(caps)).toBeNull()
  })

  it('never counts more calls than the cap, however many are taken at once', async () => {
    const caps = [{ name: '2026-11-21 all', most: 5 }]
    const taken = await Promise.all(Array.from({ length: 20 }, () => ledger.takeCall(caps)))
    expect(taken.filter((name) => name === null)).toHaveLength(5)
  })

  it('returns what was spent and saved, by day and by lens', async () => {
    await ledger.commit(bought([slice(PARENT)]))
    await ledger.commit({ ...bought([slice(OTHER)]), at: new Date('2026-11-20T23:59:59Z') })
    const rents = { ...NAME, lens: lensKey({ ad_sub_type: 'rent' }) }
    await ledger.commit({ ...bought([slice(OTHER, 0, 100)]), name: rents })
    await ledger.noteHeld('2026-11-21', 343)
    await ledger.noteHeld('2026-11-21', 57)
    await ledger.noteHeld('2026-11-18', 1)
    expect(await ledger.spendingByDay('2026-11-20')).toEqual([
      { day: '2026-11-21', calls: 2, bought_cells: 443, held_cells: 400 },
      { day: '2026-11-20', calls: 1, bought_cells: 343, held_cells: 0 },
    ])
    expect((await ledger.spendingByDay('2026-11-01')).at(-1)).toEqual({
      day: '2026-11-18',
      calls: 0,
      bought_cells: 0,
      held_cells: 1,
    })
    expect(await ledger.spendingByLens(9)).toEqual([
      { lens: lensKey({}), calls: 2, bought_cells: 686 },
      { lens: rents.lens, calls: 1, bought_cells: 100 },
    ])
    expect(await ledger.spendingByLens(1)).toHaveLength(1)
  })

  it('changes a lesson atomically, however many do so at once', async () => {
    const other = await open()
    const add = (to: Ledger) => to.amend('count', (before) => (typeof before === 'number' ? before + 1 : 1))
    await Promise.all(Array.from({ length: 20 }, (_, index) => add(index % 2 === 0 ? ledger : other)))
    expect(await ledger.learned('count')).toBe(20)
    expect(await ledger.generation()).toBe(await other.generation())
    await other.close()
  })

  it('gives a call one key, however many take it at once, until it has ended', async () => {
    const other = await open()
    const take = (from: Ledger) => from.takeCallKey('call', randomUUID(), 60_000)
    const keys = new Set(await Promise.all([take(ledger), take(other), take(ledger), take(other)]))
    expect(keys.size).toBe(1)
    await other.endCallKey('call', 60_000)
    expect(keys).toContain(await take(ledger))
    expect(keys).not.toContain(await ledger.takeCallKey('another', randomUUID(), 60_000))
    await other.endCallKey('call', 0)
    await ledger.endCallKey('never taken', 0)
    const next = await take(other)
    expect(keys).not.toContain(next)
    expect(await take(ledger)).toBe(next)
    await other.close()
  })

  it('keeps calls that were begun until they have ended, apart by edition', async () => {
    const other = await open()
    await ledger.keepOpenCall(NAME, { id: 'one', body: '{"risk":"counted"}' }, 60_000)
    await ledger.keepOpenCall(EUROS, { id: 'euros', body: '{}' }, 60_000)
    await ledger.keepOpenCall(NAME, { id: 'two', body: '{}' }, 60_000)
    await other.keepOpenCall(NAME, { id: 'one', body: '{"risk":null}' }, 60_000)
    const later = { ...NAME, as_of: parseAsOf('2026-12-01') ?? expect.fail() }
    expect(new Set(await other.openCalls(later))).toEqual(
      new Set([
        { id: 'one', body: '{"risk":null}' },
        { id: 'two', body: '{}' },
      ]),
    )
    await other.dropOpenCall(NAME, 'one')
    await other.dropOpenCall(NAME, 'never begun')
    expect(await ledger.openCalls(NAME)).toEqual([{ id: 'two', body: '{}' }])
    expect(await ledger.openCalls(EUROS)).toEqual([{ id: 'euros', body: '{}' }])
    await ledger.keepOpenCall(NAME, { id: 'brief', body: '{}' }, 1)
    await expect.poll(() => ledger.openCalls(NAME)).toEqual([{ id: 'two', body: '{}' }])
    await other.close()
  })

  it('keeps the ledgers of two services apart', async () => {
    const other = await store.open('ledger-stats.example.com_public_v1')
    await ledger.commit(bought([slice(PARENT)]))
    expect(await ledger.lease(['default 8 x'], 'here', TERM)).toHaveLength(1)
    expect(await other.lease(['default 8 x'], 'there', TERM)).toHaveLength(1)
    expect(await other.tile(NAME, PARENT)).toBeNull()
    expect(await other.totals()).toEqual({ tiles_held: 0, calls_spent: 0 })
    await other.close()
  })

  it('grants each lease to one holder at a time', async () => {
    const other = await open()
    expect(await ledger.lease(['a', 'b'], 'here', TERM)).toEqual(['a', 'b'])
    expect(await other.lease(['a', 'b', 'c'], 'there', TERM)).toEqual(['c'])
    expect(await ledger.lease(['a'], 'here', TERM)).toEqual(['a'])
    expect(await other.renew(['a', 'c'], 'there', TERM.ttl)).toEqual(['c'])
    await other.release(['a', 'b'], 'there')
    expect(await other.lease(['a', 'b'], 'there', TERM)).toEqual([])
    await ledger.release(['a'], 'here')
    expect(await other.lease(['a', 'b'], 'there', TERM)).toEqual(['a'])
    await other.close()
  })

  it('grants an expired lease to another once its holder has had time to come back', async () => {
    const term = { ttl: 1, grace: 200 }
    await ledger.lease(['gone', 'back'], 'here', term)
    await sleep(5)
    const ask = () => ledger.lease(['gone', 'back'], 'there', term)
    expect(await ask()).toEqual([])
    expect(await ledger.renew(['back'], 'here', TERM.ttl)).toEqual(['back'])
    const began = Date.now()
    let granted = await ask()
    while (granted.length === 0 && Date.now() - began < 5_000) {
      await sleep(20)
      granted = await ask()
    }
    expect(granted).toEqual(['gone'])
    expect(await ledger.renew(['gone', 'back'], 'here', TERM.ttl)).toEqual(['back'])
  })

  it('grants no expired lease after a gap between requests, in which the store may have been stopped', async () => {
    const term = { ttl: 1, grace: 100 }
    await ledger.lease(['a'], 'here', term)
    for (let asked = 0; asked < 3; asked++) {
      await sleep(110)
      expect(await ledger.lease(['a'], 'there', term)).toEqual([])
    }
  })
})
