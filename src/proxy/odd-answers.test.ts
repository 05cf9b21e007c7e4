// @module-tag nightly
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { latLngToCell } from 'h3-js'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Cell, cellParent, cellToDecimal, parseCell, trustCell } from '../domain/cell.ts'
import { parentsAround } from '../testing/cells.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts'
import { startOddProxy } from '../testing/strange-proxy.ts'
import {
  type Altering,
  type OddGateway,
  type PassedAnswer,
  startOddGateway,
} from '../testing/strange-service/odd-gateway.ts'
import type { StrangeService } from '../testing/strange-service/start-strange-service.ts'
import { countWrongInTile } from '../testing/strange-visits/wrong-figures.ts'

type Row = Record<string, unknown> & { h3: string }
type Body = Record<string, unknown> & { stats: Row[] }

const TILES = parentsAround(8, 3)

let service: StrangeService
let gateway: OddGateway
let proxy: ProxyUnderTest

beforeEach(async () => {
  const started = await startOddProxy()
  ;({ service, gateway, proxy } = started)
  return started.close
})

const withHeaders =
  (headers: Record<string, string>): Altering =>
  (answer) => ({
    ...answer,
    headers: { ...answer.headers, ...headers },
  })
const encoded =
  (encoding: string, encode: (body: Buffer) => Buffer): Altering =>
  (answer) => ({
    ...answer,
    headers: { ...answer.headers, 'content-encoding': encoding },
    body: encode(answer.body),
  })
const text =
  (change: (text: string) => string | Buffer): Altering =>
  (answer) => ({ ...answer, body: Buffer.from(change(answer.body.toString()) as string) })
const body =
  (change: (body: Body) => unknown): Altering =>
  (answer) => ({ ...answer, body: Buffer.from(JSON.stringify(change(JSON.parse(answer.body.toString()) as Body))) })
const rows = (change: (row: Row, index: number) => object): Altering =>
  body((whole) => ({ ...whole, stats: whole.stats.map(change) }))
const cellOf = ({ h3 }: Row) => parseCell(h3) as Cell
const slowly: Altering = ({ status, headers, body: whole }, response) => {
  response.writeHead(status, { ...headers })
  const step = Math.ceil(whole.length / 20)
  const send = (at: number) => {
    if (at >= whole.length) return void response.end()
    response.write(whole.subarray(at, at + step))
    setTimeout(send, 20, at + step)
  }
  send(0)
  return null
}
/** As bytes, with a head of its own. */
const bare =
  (head: (body: Buffer) => string): Altering =>
  (answer, response) => {
    response.socket?.end(Buffer.concat([Buffer.from(`${head(answer.body)}\r\n\r\n`), answer.body]))
    return null
  }

const CRLF = Buffer.from('\r\n')
const inUtf32 = (plain: string) => Buffer.from(Uint32Array.from(plain, (letter) => letter.codePointAt(0) ?? 0).buffer)

const READ: readonly [name: string, alter: Altering][] = [
  ['compressed with gzip', encoded('gzip', (plain) => gzipSync(plain))],
  ['compressed with gzip, and a line after it', encoded('gzip', (plain) => Buffer.concat([gzipSync(plain), CRLF]))],
  ['compressed with gzip, named in capitals', encoded('GZIP', (plain) => gzipSync(plain))],
  ['compressed with brotli', encoded('br', (plain) => brotliCompressSync(plain))],
  ['compressed with deflate', encoded('deflate', (plain) => deflateSync(plain))],
  ['compressed with deflate without its frame', encoded('deflate', (plain) => deflateRawSync(plain))],
  ['compressed twice', encoded('gzip, br', (plain) => brotliCompressSync(gzipSync(plain)))],
  ['compressed with gzip, named otherwise', encoded('br', (plain) => gzipSync(plain))],
  ['compressed with gzip without a header', text((plain) => gzipSync(plain))],
  ['unpacked, but said to be compressed', withHeaders({ 'content-encoding': 'gzip, br, zstd' })],
  ['whose encoding is said to be its character set', encoded('utf-8', (plain) => plain)],
  ['sent in slow pieces', slowly],
  ['sent as HTTP/1.0 without keep-alive', bare(() => 'HTTP/1.0 200 OK\r\nConnection: close')],
  [
    'after an unasked 100 Continue',
    bare(({ length }) => `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: ${length}`),
  ],
  ['in UTF-16 with a byte order mark', text((plain) => Buffer.from(`\uFEFF${plain}`, 'utf16le').swap16())],
  ['in UTF-32 with a byte order mark', text((plain) => inUtf32(`\uFEFF${plain}`))],
  ['in UTF-32 the other way round', text((plain) => inUtf32(`\uFEFF${plain}`).swap32())],
  ['in UTF-16 without a byte order mark', text((plain) => Buffer.from(plain, 'utf16le'))],
  ['beginning with a byte order mark', text((plain) => `\uFEFF${plain}`)],
  ['beginning with a guard against hijacking', text((plain) => `)]}',\n${plain}`)],
  [
    'with NaN and Infinity for what is missing',
    text((plain) => plain.replaceAll(':null', ':NaN').replace('"average_price":1', '"average_price":-Infinity')),
  ],
  ['with cells in capitals', rows((row) => ({ ...row, h3: cellOf(row).toUpperCase() }))],
  ['with cells in the form 0x', rows((row) => ({ ...row, h3: `0x${cellOf(row)}` }))],
  ['with cells of 16 digits', rows((row) => ({ ...row, h3: `0${cellOf(row)}` }))],
  [
    'with cells as exact numbers',
    text((plain) => plain.replaceAll(/"h3":"(\w+)"/g, (_, raw) => `"h3":${cellToDecimal(parseCell(raw) as Cell)}`)),
  ],
  [
    'with figures as text with an exponent',
    rows((row) => ({ ...row, median_price: (row.median_price as number).toExponential(10) })),
  ],
  ['with figures as padded text', rows((row) => ({ ...row, median_price: ` ${row.median_price} ` }))],
  ['with flags as letters', rows((row) => ({ ...row, estimated: row.estimated ? 'Y' : 'N' }))],
  [
    'with rows doubled and out of order',
    body((whole) => ({ ...whole, stats: [...whole.stats, ...whole.stats].sort(() => -1) })),
  ],
  ['with a label of a day with its zone', body((whole) => ({ ...whole, as_of: '2026-11-01+01:00' }))],
  ['with a label of midnight in another zone', body((whole) => ({ ...whole, as_of: '2026-10-31T23:00:00.000Z' }))],
  ['with a label of midnight in the Americas', body((whole) => ({ ...whole, as_of: '2026-11-01T05:00:00Z' }))],
  ['with a label of a month', body((whole) => ({ ...whole, as_of: '2026-11' }))],
  [
    'with a total among its rows',
    body((whole) => ({ ...whole, stats: [{ ...whole.stats[0], h3: null, name: 'Total' }, ...whole.stats] })),
  ],
  ['with names as numbers', rows((row) => ({ ...row, name: Number(String(row.name).replace('Quarter ', '')) }))],
  ['with a currency in lower case', body((whole) => ({ ...whole, currency: 'usd' }))],
  ['with status 203', (answer) => ({ ...answer, status: 203 })],
  [
    'with names in Latin-1',
    (answer) => ({
      ...answer,
      headers: { 'content-type': 'application/json; charset=ISO-8859-1' },
      body: Buffer.from(answer.body.toString().replaceAll('Quarter', 'Quärter'), 'latin1'),
    }),
  ],
  [
    'with odd names of rate limits',
    withHeaders({ 'ratelimit-policy': '"default";q=100;w=60', ratelimit: '"default";r=0;t=60' }),
  ],
]

describe('an answer is read as it is meant', () => {
  it.each(READ)('%s', async (title, alter) => {
    gateway.alter = alter
    const told = await proxy.buy(TILES)
    expect(told.all('refused')).toEqual([])
    expect(told.all('tile')).toHaveLength(TILES.length)
    const truth = service.truth()
    const nameOf = (name: string) => {
      if (title.includes('names as numbers')) return name.replace('Quarter ', '')
      return title.includes('Latin-1') ? name.replace('Quarter', 'Quärter') : name
    }
    const meant: typeof truth = (cell) => {
      const figure = truth(cell)
      return figure && { ...figure, name: nameOf(figure.name) }
    }
    const wrong = told.all('tile').map(({ bytes }) => countWrongInTile(Buffer.from(bytes, 'base64'), meant))
    expect(wrong.reduce((sum, count) => sum + count)).toBe(0)
    expect((await proxy.buy(TILES)).receipt.calls).toBe(0)
    expect(service.calls).toHaveLength(1)
  })
})

/** In the South Pacific. */
const SEA = ['88da9b2537fffff', '88da9b2533fffff']

/** As many rows in a few kilobytes. */
function many(count: number, row: string): Altering {
  const bodyOf = (plain: string) =>
    plain.replace(/"stats":\[.*\],"snapshot"/s, `"stats":[${row.repeat(count).slice(0, -1)}],"snapshot"`)
  return (answer, ...rest) =>
    encoded('gzip', gzipSync)({ ...answer, body: Buffer.from(bodyOf(answer.body.toString())) }, ...rest)
}

function packed(layers: number): Altering {
  const pack = (plain: Buffer) => Array.from({ length: layers }).reduce<Buffer>((inner) => gzipSync(inner), plain)
  return encoded(Array.from({ length: layers }, () => 'gzip').join(', '), pack)
}

function camelCase(fields: object): object {
  const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [camel(name), value]))
}

const FOREIGN: readonly [name: string, alter: Altering][] = [
  ['rows at another resolution', rows((row) => ({ ...row, h3: cellParent(cellOf(row), 7) }))],
  [
    'rows of other cells only',
    body((whole) => ({ ...whole, stats: whole.stats.map((row, index) => ({ ...row, h3: SEA[index % SEA.length] })) })),
  ],
  ['a label that is not a month', body((whole) => ({ ...whole, as_of: 'latest', snapshot: { as_of: 'newest' } }))],
  ['no label', body(({ as_of: _, snapshot: __, ...whole }) => whole)],
  ['no rows at all', body(({ stats: _, ...whole }) => whole)],
  [
    'rows in an object',
    body((whole) => ({ ...whole, stats: Object.fromEntries(whole.stats.map((row) => [row.h3, row])) })),
  ],
  [
    'figures under other names',
    rows(({ h3, estimated, name, ...medians }) => ({ h3, estimated, name, ...camelCase(medians) })),
  ],
  ['figures nested in its rows', rows(({ h3, estimated, ...metrics }) => ({ h3, estimated, metrics }))],
  [
    'figures nested in its rows, beside a total',
    body((whole) => ({
      ...whole,
      stats: [{ median_price: 1 }, ...whole.stats.map(({ h3, estimated, ...stats }) => ({ h3, estimated, stats }))],
    })),
  ],
  ['a row without a readable cell', rows((row, index) => (index === 3 ? { ...row, h3: 'the centre' } : row))],
  ['millions of rows', many(3_000_000, '1,')],
  ['millions of empty rows', many(1_000_000, '{},')],
  ['a body packed ten times', packed(10)],
  ['a flag that is neither', rows((row) => ({ ...row, estimated: 'perhaps' }))],
  ['no currency', body(({ currency: _, ...whole }) => whole)],
  ['a currency in an unknown form', body((whole) => ({ ...whole, currency: { symbol: '$' } }))],
  ['another resolution', body((whole) => ({ ...whole, resolution: 7 }))],
  ['half a body', (answer: PassedAnswer) => ({ ...answer, body: answer.body.subarray(0, answer.body.length / 2) })],
  ['a body that is not what its encoding says', encoded('gzip', (plain) => brotliCompressSync(plain))],
  ['a body shorter than its length', bare(({ length }) => `HTTP/1.1 200 OK\r\nContent-Length: ${length + 1}`)],
  ['a redirect', () => ({ status: 302, headers: { location: '/' }, body: Buffer.alloc(0) })],
  ['204 and no body', () => ({ status: 204, headers: {}, body: Buffer.alloc(0) })],
]
describe('an answer that cannot be used keeps nothing, and stops purchases before long:', () => {
  it.each(FOREIGN)('%s', async (_, alter) => {
    gateway.alter = alter
    for (let view = 0; view < 12; view++) {
      const told = await proxy.buy(TILES)
      expect(told.all('tile')).toEqual([])
      expect(told.all('refused')[0]?.refusal.message).toMatch(/^The statistics service .*\.$/)
    }
    expect(service.calls.length).toBeLessThanOrEqual(6)
  })
})

it('after two answers in a row that say too little, nothing is bought under their filter for a while', async () => {
  gateway.alter = body(({ stats: _, ...whole }) => whole)
  for (let view = 0; view < 4; view++) {
    const [refused] = (await proxy.buy(TILES)).all('refused')
    expect(refused?.refusal).toMatchObject({
      code: 'service_invalid_answer',
      message: expect.stringMatching(/^The statistics service sent a response that cannot be used\./),
    })
  }
  expect(service.calls).toHaveLength(2)
  gateway.alter = (answer) => answer
  expect((await proxy.buy(TILES, { lens: 'ad_sub_type=rent' })).all('tile')).toHaveLength(TILES.length)
})

it('a label of months to come is not kept', async () => {
  gateway.alter = body((whole) => ({ ...whole, as_of: '2027-12-01', snapshot: { as_of: '2027-12-01' } }))
  const told = await proxy.buy(TILES)
  expect(told.all('tile')).toEqual([])
  expect(told.all('refused')[0]?.refusal.code).toBe('service_invalid_answer')
})

it('a revision that differs in every answer does not drop held figures', async () => {
  let answers = 0
  gateway.alter = body((whole) => ({
    ...whole,
    snapshot: { ...(whole.snapshot as object), revision: `r${++answers}` },
  }))
  for (const tile of TILES) expect((await proxy.buy([tile])).all('tile').length).toBeGreaterThan(0)
  expect(answers).toBeGreaterThan(1)
  expect((await proxy.buy(TILES)).receipt.calls).toBe(0)
})

it('figures in an unknown unit of area are not kept beside those that are held, and not asked for again at once', async () => {
  const madrid = cellParent(trustCell(latLngToCell(40.42, -3.7, 8)), 5)
  expect((await proxy.buy(TILES)).all('tile')).toHaveLength(TILES.length)
  gateway.alter = body((whole) => ({ ...whole, filters: { ...(whole.filters as object), units: { size: 'ping' } } }))
  const told = await proxy.buy([madrid])
  expect([told.all('tile'), told.all('refused')[0]?.refusal.code]).toEqual([[], 'other_units'])
  const calls = service.calls.length
  expect((await proxy.buy([madrid])).all('refused')[0]?.refusal.code).toBe('other_units')
  expect(service.calls).toHaveLength(calls)
})

it('figures in square feet are kept beside those in square metres, in the unit of those', async () => {
  const madrid = cellParent(trustCell(latLngToCell(40.42, -3.7, 8)), 5)
  expect((await proxy.buy(TILES)).all('tile')).toHaveLength(TILES.length)
  const inFeet = (row: object) => {
    const { median_area = 0, median_price_per_sqm = 0, ...rest } = row as Record<string, number>
    return { ...rest, median_area: median_area / 0.09290304, median_price_per_sqm: median_price_per_sqm * 0.09290304 }
  }
  gateway.alter = body((whole) => ({
    ...whole,
    filters: { ...(whole.filters as object), units: { size: 'sqft' } },
    stats: (whole.stats as object[]).map(inFeet),
  }))
  const told = await proxy.buy([madrid])
  expect(told.all('tile').map(({ bytes }) => countWrongInTile(Buffer.from(bytes, 'base64'), service.truth()))).toEqual([
    0,
  ])
  expect(told.all('edition').at(-1)?.edition).toMatchObject({ size_unit: 'm2', varies: ['size_unit'] })
})

it('a default filter that the service changes within a period is named as not that of all figures', async () => {
  const [one = '', other = ''] = TILES
  service.rules.filters = { property_type: ['flat', 'house'] }
  const [edition] = (await proxy.buy([one])).all('edition').slice(-1)
  expect(edition?.edition).toMatchObject({ defaults: {} })
  service.rules.appliedFilters = (asked) => ({ property_type: 'flat', ...asked })
  const told = await proxy.buy([other])
  expect(told.all('tile')).toHaveLength(1)
  expect(told.all('edition').at(-1)?.edition).toMatchObject({ defaults: {}, varies: ['defaults.property_type'] })
})

it.each([
  ['before', true],
  ['after', false],
])(
  'an empty answer in another unit of area, %s the figures, is kept and stands in nobody’s way',
  async (_, isFirst) => {
    const madrid = cellParent(trustCell(latLngToCell(40.42, -3.7, 8)), 5)
    const buyEmpty = async () => {
      gateway.alter = body((whole) => ({
        ...whole,
        filters: { ...(whole.filters as object), units: { size: 'sqft' } },
        stats: [],
      }))
      expect((await proxy.buy([madrid])).all('tile')).toHaveLength(1)
      gateway.alter = (answer) => answer
    }
    if (isFirst) await buyEmpty()
    const told = await proxy.buy(TILES)
    expect(told.all('tile')).toHaveLength(TILES.length)
    expect(told.all('edition').at(-1)?.edition.size_unit).toBe('m2')
    if (!isFirst) await buyEmpty()
    expect((await proxy.buy([...TILES, madrid])).receipt.calls).toBe(0)
  },
)

it('a service that answers for few cells at once is bought from in whole cells', async () => {
  service.rules.cellBudget = 7
  const [tile = ''] = TILES
  const told = await proxy.buy([tile])
  expect(told.all('tile')).toHaveLength(1)
  expect((await proxy.buy([tile])).receipt.calls).toBe(0)
})

it('a service at an IPv6 address alone is reached', async () => {
  const other = await startOddGateway(service, '::1')
  const own = await startProxyUnderTest(other)
  expect((await own.buy(TILES)).all('tile')).toHaveLength(TILES.length)
  await own.close()
  await other.close()
})

it('a wait until a date is counted by the clock of the service, however wrong that is', async () => {
  const date = (seconds: number) => new Date(Date.UTC(2031, 0, 1, 12, 0, seconds)).toUTCString()
  service.rules.meteredFault = {
    kind: 'code',
    code: 'rate_limited',
    headers: { Date: date(0), 'Retry-After': date(40) },
  }
  const [refused] = (await proxy.buy(TILES)).all('refused')
  expect(refused?.refusal).toMatchObject({ code: 'rate_limited', retry_after_s: 40 })
})
