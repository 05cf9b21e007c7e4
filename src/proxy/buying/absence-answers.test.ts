import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tileParent } from '../../domain/tile.ts'
import { parentsAround } from '../../testing/cells.ts'
import { type StrangeProxy, startOddProxy } from '../../testing/strange-proxy.ts'
import type { Altering, OddGateway } from '../../testing/strange-service/odd-gateway.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

function refused(status: number, error: string): Altering {
  const body = JSON.stringify({ error, message: 'No figures here.', docs_url: '' })
  return () => ({ status, headers: JSON_TYPE, body: Buffer.from(body) })
}

const BLANK: [string, Altering][] = [
  ['a 204', () => ({ status: 204, headers: {}, body: Buffer.alloc(0) })],
  ['null', (answer) => ({ ...answer, body: Buffer.from('null') })],
]
const REFUSED: [string, Altering][] = [
  ['not_found', refused(404, 'not_found')],
  ['a 404 with a code of its own', refused(404, 'no_figures')],
  ['a 422 with a code of its own', refused(422, 'no_figures')],
  ['a 403 without a reason', () => ({ status: 403, headers: {}, body: Buffer.alloc(0) })],
  ['a page with status 404', () => ({ status: 404, headers: {}, body: Buffer.from('<h1>Not found</h1>') })],
]
const [HOME = '', ...REST] = parentsAround(8, 40)
const EMPTY = REST.slice(0, 9)
const FULL = REST.slice(20)

let strange: StrangeProxy & { readonly gateway: OddGateway }

afterEach(() => strange.close())

/** From now on, the service answers in this way instead of with an empty list, and has no figures on that ground. */
function answerForAbsence(answer: Altering, ground: readonly string[]): void {
  const { gateway, service } = strange
  gateway.alter = (right, response, target) =>
    JSON.parse(right.body.toString()).stats.length === 0 ? answer(right, response, target) : right
  const empty = new Set(ground)
  service.rules.hasFigures = (cell) => !empty.has(tileParent(cell))
}

/** Buys tiles; returns how many came, and the calls that this took. */
async function buy(...parents: readonly string[]): Promise<{ tiles: number; calls: number }> {
  const before = strange.service.calls.length
  const tiles = (await strange.proxy.buy(parents)).all('tile').length
  return { tiles, calls: strange.service.calls.length - before }
}

const BOUGHT = { tiles: 1, calls: 1 }
const REFUSED_ONCE = { tiles: 0, calls: 1 }
const NOT_SENT = { tiles: 0, calls: 0 }

describe.each([...BLANK, ...REFUSED])('%s where a service has no figures', (_, answer) => {
  beforeEach(async () => {
    strange = await startOddProxy()
    await buy(HOME)
    answerForAbsence(answer, EMPTY)
  })

  it('is understood once one tile got it twice, with figures in between', async () => {
    const [first = '', ...others] = EMPTY
    expect([await buy(first), await buy(FULL[0] ?? ''), await buy(first)]).toEqual([REFUSED_ONCE, BOUGHT, REFUSED_ONCE])
    for (const other of others) expect([await buy(other), await buy(other)]).toEqual([REFUSED_ONCE, NOT_SENT])
    expect(await buy(FULL[1] ?? '')).toEqual(BOUGHT)
    await strange.proxy.restart()
    for (const each of EMPTY) expect(await buy(each)).toEqual(NOT_SENT)
    expect(await buy(FULL[2] ?? '')).toEqual(BOUGHT)
  })

  it('stops purchases there, and nowhere else', async () => {
    for (let view = 0; view < 4; view++) await buy(EMPTY[0] ?? '')
    expect(strange.service.calls).toHaveLength(3)
    expect(await buy(FULL[0] ?? '')).toEqual(BOUGHT)
  })
})

it.each([...BLANK, ...REFUSED])('%s for everything stops all purchases after five answers', async (_, answer) => {
  strange = await startOddProxy()
  // Where a circle is refused, a list of its cells may not be.
  await buy(HOME)
  strange.gateway.alter = answer
  for (const parent of FULL) await buy(parent)
  expect(strange.service.calls).toHaveLength(6)
})

it.each([402, 403, 404, 422])('a %d that breaks off gives no reason, so the call is repeated', async (status) => {
  strange = await startOddProxy()
  await buy(HOME)
  const { gateway, proxy, service } = strange
  gateway.alter = (_, response) => {
    response.writeHead(status, { ...JSON_TYPE, 'content-length': '500' })
    response.write('{"error":', () => response.destroy())
    return null
  }
  const [tile = ''] = FULL
  expect((await proxy.buy([tile])).all('refused')[0]?.refusal.code).toBe('service_invalid_answer')
  gateway.alter = (answer) => answer
  expect(await buy(tile)).toEqual(BOUGHT)
  expect(service.calls.at(-1)?.cells).toEqual(service.calls.at(-2)?.cells)
})

it.each([...BLANK, ...REFUSED])('%s for a part of a view leaves the rest to be bought', async (_, answer) => {
  strange = await startOddProxy({ cellBudget: 700, namesLimit: true })
  await strange.proxy.buy([HOME, ...FULL.slice(0, 3)])
  answerForAbsence(answer, EMPTY.slice(0, 6))
  expect((await buy(...EMPTY.slice(0, 6), ...FULL.slice(3, 7))).tiles).toBeGreaterThanOrEqual(4)
})
