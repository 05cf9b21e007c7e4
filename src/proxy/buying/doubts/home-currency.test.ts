import { gridDisk, latLngToCell } from 'h3-js'
import { afterEach, describe, expect, it } from 'vitest'
import { decodeTile } from '../../../contract/figure-tile.ts'
import { cellParent } from '../../../domain/cell.ts'
import type { Currency } from '../../../domain/currency.ts'
import type { EditionName } from '../../../domain/edition.ts'
import { figuresOf } from '../../../domain/figure.ts'
import { lensKey } from '../../../domain/lens.ts'
import type { AsOf } from '../../../domain/period.ts'
import { parentsAround } from '../../../testing/cells.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../../../testing/proxy-under-test.ts'
import type { StrangeRules } from '../../../testing/strange-service/rules/rules.ts'
import { type StrangeService, startStrangeService } from '../../../testing/strange-service/start-strange-service.ts'
import { createMemoryLedger } from '../../../testing/strange-visits/memory-ledger.ts'
import { ownRefusal } from '../../upstream/connection/refusals.ts'
import { createHomeCurrency } from './home-currency.ts'

let service: StrangeService
let proxy: ProxyUnderTest

const start = async (rules: Partial<StrangeRules>) => {
  service = await startStrangeService(rules)
  proxy = await startProxyUnderTest(service)
}

afterEach(async () => {
  await proxy?.close()
  await service?.close()
})

const RATE = 0.9213
const inEurosOnly = (currency: string) => (currency === 'EUR' ? RATE : null)
const [TILE = ''] = parentsAround(8, 1)

/** Buys tiles, and expects figures in euros that say so. */
async function expectEuros(changed: object = {}): Promise<void> {
  const told = await proxy.buy(parentsAround(8, 3), changed)
  expect(told.all('refused')).toEqual([])
  expect(told.all('tile')).toHaveLength(3)
  expect(told.all('edition').map(({ edition }) => edition.currency)).toEqual(['EUR'])
  for (const { bytes } of told.all('tile')) {
    for (const figure of figuresOf(decodeTile(Buffer.from(bytes, 'base64')))) {
      if (figure === null) continue
      expect((figure.median_price ?? 0) / (RATE * service.price(figure.cell, changed as never))).toBeCloseTo(1, 4)
    }
  }
}

it('a list of currencies that could not be read at first is read by the next purchase', async () => {
  const lists = [null, ['EUR']]
  const { asked } = createHomeCurrency({
    ledger: createMemoryLedger(),
    currencies: async () => lists.shift() ?? null,
    marketsAt: async () => [],
    elapsed: () => 0,
  })
  const name = { as_of: '2026-11-01' as AsOf, lens: lensKey({}), resolution: 8 } as const
  expect([await asked(name), await asked(name)]).toEqual(['USD', 'EUR'])
})

describe('a service without dollars', () => {
  const lens = lensKey({})
  const [october, november, december] = ['2026-10-01', '2026-11-01', '2026-12-01'].map((label) => ({
    as_of: label as AsOf,
    lens,
    resolution: 8 as const,
  })) as [EditionName, EditionName, EditionName]
  const refusal = ownRefusal('invalid_parameter', '')
  const start = (list: string[] | null) =>
    createHomeCurrency({
      ledger: createMemoryLedger(),
      currencies: async () => list,
      marketsAt: async () => [],
      elapsed: () => 0,
    })

  it('is asked for them again in the next period, once, and as before in earlier ones', async () => {
    const { asked, leave } = start(null)
    expect(await asked(november)).toBe('USD')
    expect(await leave(november, 'USD' as Currency, refusal, 0)).toBe(true)
    // Sent at the same time.
    expect(await leave(november, 'USD' as Currency, refusal, 0)).toBe(true)
    expect([await asked(november), await leave(november, null, refusal, 0)]).toEqual([null, false])
    expect(await asked(december)).toBe('USD')
    expect([await asked(november), await asked(december)]).toEqual([null, 'USD'])
    expect(await leave(december, 'USD' as Currency, refusal, 0)).toBe(true)
    expect([await asked(november), await asked(december)]).toEqual([null, null])
  })

  it('is asked for its own by name once an answer has named it, and for none where it refuses that', async () => {
    const { asked, judge, leave } = start(null)
    expect(await asked(november)).toBe('USD')
    await leave(november, 'USD' as Currency, refusal, 0)
    expect(await judge(november, 'EUR', [])).toBeNull()
    expect(await asked(november)).toBe('EUR')
    expect(await leave(november, 'EUR' as Currency, refusal, 0)).toBe(true)
    expect([await judge(november, 'EUR', []), await asked(november)]).toEqual([null, null])
  })

  it('is asked for them in the first period in which it lists them', async () => {
    const list = ['EUR']
    const { asked } = start(list)
    expect(await asked(november)).toBe('EUR')
    list.push('USD')
    expect([await asked(november), await asked(december), await asked(november)]).toEqual(['EUR', 'USD', 'EUR'])
  })

  it('is not asked for them in the middle of a period in which it was asked for its own', async () => {
    const list = ['EUR']
    const { asked } = start(list)
    expect([await asked(november), await asked(december)]).toEqual(['EUR', 'EUR'])
    list.push('USD')
    expect(await asked(december)).toBe('EUR')
  })

  it('is asked for none in an earlier period in which it refuses the one that it takes now', async () => {
    const { asked, leave } = start(['EUR'])
    expect(await asked(november)).toBe('EUR')
    expect(await asked(october)).toBe('USD')
    expect(await leave(october, 'USD' as Currency, refusal, 0)).toBe(true)
    expect([await asked(october), await asked(november)]).toEqual([null, 'EUR'])
  })
})

describe('where the service has no US dollars', () => {
  it('figures are bought in the currency that it lists, and no call is refused', async () => {
    await start({ currencies: ['EUR'], unitsPerUsd: inEurosOnly })
    await expectEuros()
    expect(service.calls).toHaveLength(1)
    await proxy.restart()
    await proxy.buy([parentsAround(8, 7).at(-1) ?? ''])
    expect(service.calls.map(({ lens }) => lens.currency)).toEqual(['EUR', 'EUR'])
  })

  it('figures are bought in the currency that its answers name, after one refused call', async () => {
    const none = (currency: string) => (currency === 'USD' ? null : RATE)
    await start({ unitsPerUsd: none, currency: 'EUR' })
    await expectEuros()
    expect(service.calls.map(({ answered }) => answered)).toEqual([false, true])
    await proxy.restart()
    await proxy.buy([parentsAround(8, 7).at(-1) ?? ''])
    expect(service.calls.filter(({ answered }) => !answered)).toHaveLength(1)
  })

  it('the second market’s figures are bought in the currency of the first, whatever its own is', async () => {
    const far = parentsAround(8, 300)
    const [first = '', second = ''] = [far[0], far.at(-1)]
    await start({
      ownCurrency: (cell) => (cell !== undefined && cellParent(cell, 5) === first ? 'EUR' : 'GBP'),
      unitsPerUsd: (currency) => ({ EUR: RATE, GBP: 0.7871 })[currency] ?? null,
    })
    for (const parent of [first, second]) {
      const told = await proxy.buy([parent])
      expect(told.all('edition').map(({ edition }) => edition.currency)).toEqual(['EUR'])
      expect(told.all('tile')).toHaveLength(1)
    }
    expect(service.calls.map(({ lens }) => lens.currency)).toEqual(['USD', undefined, 'EUR'])
  })

  it('an answer in another currency than was asked for is kept under the one that it names', async () => {
    await start({ currency: 'EUR', unitsPerUsd: () => RATE })
    await expectEuros()
    expect(service.calls).toHaveLength(1)
    expect((await proxy.buy(parentsAround(8, 3))).receipt.calls).toBe(0)
  })
})

it('figures in another currency than those held are refused with the reason, at one call', async () => {
  await start({})
  await proxy.buy([TILE])
  service.rules.currency = 'EUR'
  const others = parentsAround(8, 7).filter((parent) => parent !== TILE)
  for (const parent of others.slice(0, 3)) {
    const [refused] = (await proxy.buy([parent])).all('refused')
    expect(refused?.refusal).toMatchObject({ code: 'other_currency', message: expect.stringContaining("'EUR'") })
  }
  expect(service.calls).toHaveLength(2)
})

it('a market that the service answers for in its own currency is refused at one call, and stops no other market', async () => {
  await start({ countries: ['es', 'gb'] })
  const [LONDON = '', BESIDE = ''] = gridDisk(latLngToCell(51.5, -0.12, 5), 1)
  const [, ...others] = parentsAround(8, 3)
  expect((await proxy.buy([TILE])).all('tile')).toHaveLength(1)
  service.rules.meteredFault = { kind: 'changed', change: (body) => ({ ...body, currency: 'GBP' }) }
  for (const parent of [LONDON, BESIDE]) {
    const [refused] = (await proxy.buy([parent])).all('refused')
    expect(refused?.refusal).toMatchObject({ code: 'other_currency', message: expect.stringContaining("'GBP'") })
  }
  expect(service.calls).toHaveLength(2)
  service.rules.meteredFault = null
  const told = await proxy.buy([...others, BESIDE])
  expect(told.all('tile').map(({ parent }) => parent)).toEqual(others)
  expect(told.all('refused')).toMatchObject([{ parents: [BESIDE], refusal: { code: 'other_currency' } }])
  await proxy.restart()
  service.rules.faults = [{ kind: 'changed', change: (body) => ({ ...body, currency: 'GBP' }) }]
  const [FAR = ''] = parentsAround(8, 7).slice(-1)
  expect((await proxy.buy([FAR, LONDON])).all('tile')).toEqual([])
  expect((await proxy.buy([FAR])).all('tile'), 'an answer for two markets').toHaveLength(1)
})

it('a currency that the service refuses stops no purchase in another one, or of other offers', async () => {
  await start({ unitsPerUsd: (currency) => (currency === 'USD' ? 1 : null) })
  for (let viewer = 0; viewer < 4; viewer++) {
    const refused = (await proxy.buy([TILE], { currency: 'JPY' })).all('refused')
    expect(refused).toMatchObject([{ refusal: { code: 'invalid_parameter' } }])
  }
  expect(service.calls).toHaveLength(2)
  expect((await proxy.buy([TILE])).all('tile')).toHaveLength(1)
  for (const offer of ['rent', 'auction', 'rent', 'auction']) {
    await proxy.buy([TILE], { currency: 'GBP', lens: `ad_sub_type=${offer}` })
  }
  expect(service.calls).toHaveLength(5)
  service.rules.unitsPerUsd = () => 1
  expect((await proxy.buy([TILE], { currency: 'GBP' })).all('tile')).toHaveLength(1)
})
