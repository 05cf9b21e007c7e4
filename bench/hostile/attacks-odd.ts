import { gzipSync } from 'node:zlib'
import { exchange, openRaw, requestText, statusesIn } from '../shared/raw-client.ts'
import { type Attack, countText } from './attack.ts'

/** The targets of requests that are odd on any route. */
export interface OddTarget {
  readonly origin: string
  /** Paths that are answered, one of each kind, with a query where they need one. */
  readonly paths: readonly string[]
  /** A path that serves ranges of bytes, and the bytes of the whole. */
  readonly file: { readonly path: string; readonly bytes: number }
  /** A path that reads bodies, and their type. */
  readonly form: { readonly path: string; readonly type: string }
  /** Sent with each request, so that it is not refused for lack of a credential. */
  readonly headers?: Readonly<Record<string, string>>
}

const ADDRESSES = [
  'fe80::1%eth0',
  '[fe80::1%25eth0]:80',
  '::ffff:198.51.100.1',
  '198.51.100.1:65536',
  'unknown',
  '_hidden',
  '0x7f.1',
  '127.0.0.1',
  '[::1',
  '256.256.256.256',
  'a'.repeat(3_000),
  Array.from({ length: 200 }, (_, i) => `198.51.100.${i % 256}`).join(', '),
  ',,,,',
  '"; DROP TABLE',
]

const RANGES = [
  'bytes=0-0',
  `bytes=${Array.from({ length: 1_500 }, () => '0-').join(',')}`,
  'bytes=-1',
  'bytes=99999999999999999999-',
  'bytes=5-1',
  'bytes=0-0,-1',
  'lines=1-2',
  'bytes=',
]

/** First lines and headers that are refused, each on a connection of its own. */
const BROKEN_HEADS = [
  'get / HTTP/1.1\r\nHost: a\r\n\r\n',
  'G\u0000ET / HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET / HTTP/9.9\r\nHost: a\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\n X: folded\r\n\r\n',
  'GET / HTTP/1.1\r\nHost : a\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  'GET /\u0000 HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET / more HTTP/1.1\r\nHost: a\r\n\r\n',
  'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: a\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
]

const METHODS = ['HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE', 'PATCH', 'PROPFIND', 'SEARCH', 'PURGE']

/** Attacks of the same kinds on both servers. */
export function oddAttacks({ origin, paths, file, form, headers = {} }: OddTarget): Attack[] {
  const ask = (method: string, path: string, more: Readonly<Record<string, string>> = {}, body = '') =>
    requestText(method, path, { headers: { ...headers, ...more }, body })
  /** Sends requests on some connections; every one must get a response that is not our own failure. */
  const all = (name: string, requests: () => readonly string[], connections = 8): Attack => ({
    name,
    bound: 'each is answered, nothing fails',
    run: async (from) => {
      const sent = requests()
      const shares = Array.from({ length: connections }, (_, i) => sent.filter((_, at) => at % connections === i))
      const answered = await Promise.all(
        shares.filter((share) => share.length > 0).map((share) => exchange({ origin, from }, closing(share), 120_000)),
      )
      const statuses = answered.flatMap(statusesIn)
      const isKept = statuses.length === sent.length && statuses.every(isNoFailure)
      return { seen: countText(statuses), isKept }
    },
  })
  return [
    all('every route with queries of 6,000 letters, of 1,000 names, and with odd escapes', () =>
      paths.flatMap((path) => {
        const and = path.includes('?') ? '&' : '?'
        const odd = [
          'x'.repeat(6_000),
          'a=1&'.repeat(1_000),
          '%F0%9F',
          '%0d%0aX-Injected:1',
          '__proto__[a]=1',
          '=&=&&=',
        ]
        return odd.map((query) => ask('GET', `${path}${and}${query}`))
      }),
    ),
    {
      name: 'every route 200 times, each time with another meaningless query',
      bound: 'memory stays as it was, nothing fails',
      run: async (from) => {
        const sent = paths.flatMap((path) =>
          Array.from({ length: 200 }, (_, i) =>
            ask('GET', `${path}${path.includes('?') ? '&' : '?'}bust${i}=${'y'.repeat(500)}`),
          ),
        )
        const received = await Promise.all(
          Array.from({ length: 8 }, (_, i) =>
            exchange({ origin, from }, closing(sent.filter((_, at) => at % 8 === i)), 180_000),
          ),
        )
        const statuses = received.flatMap(statusesIn)
        return { seen: countText(statuses), isKept: statuses.length === sent.length && statuses.every(isNoFailure) }
      },
    },
    all(`${ADDRESSES.length} odd forms of X-Forwarded-For, Forwarded and X-Request-Id`, () =>
      ADDRESSES.flatMap((address) => [
        ask('GET', paths[0] ?? '/', { 'X-Forwarded-For': address }),
        ask('GET', paths[0] ?? '/', { Forwarded: `for=${address}`, 'X-Real-IP': address, 'X-Request-Id': address }),
        ask('GET', paths[0] ?? '/', { 'X-Forwarded-Host': address, 'X-Forwarded-Proto': address }),
      ]),
    ),
    {
      name: 'ranges: 1,500 of one file in one request, and other abuse',
      bound: 'no more is sent than the whole file each time',
      run: async (from) => {
        let most = 0
        const statuses: number[] = []
        for (const range of RANGES) {
          const received = await exchange({ origin, from }, closing([ask('GET', file.path, { Range: range })]))
          most = Math.max(most, received.length)
          statuses.push(...statusesIn(received))
        }
        const isKept = statuses.length === RANGES.length && statuses.every(isNoFailure) && most < file.bytes + 10_000
        return { seen: `${countText(statuses)}; at most ${most} bytes`, isKept }
      },
    },
    all('every route with other methods', () => paths.flatMap((path) => METHODS.map((method) => ask(method, path)))),
    {
      name: `${BROKEN_HEADS.length} heads that are not HTTP`,
      bound: 'one refusal each, or the connection is closed',
      run: async (from) => {
        const received = await Promise.all(BROKEN_HEADS.map((bytes) => exchange({ origin, from }, bytes, 5_000)))
        const statuses = received.map((text) => statusesIn(text))
        const isKept = statuses.every((own) => own.length <= 1 && own.every((status) => status >= 400 && status < 500))
        return { seen: countText(statuses.map(([status]) => status ?? 'closed')), isKept }
      },
    },
    {
      name: 'bodies that unpack to a gigabyte, come a byte at a time, or never end',
      bound: 'refused, and others are served',
      run: async (from) => {
        const type = { 'Content-Type': form.type, Origin: origin, Host: new URL(origin).host }
        const packed = gzipSync(Buffer.alloc(64 * 2 ** 20), { level: 9 }).toString('latin1')
        const bytes = [
          `${ask('POST', form.path, { ...type, 'Content-Encoding': 'gzip', 'Content-Length': String(packed.length) })}${packed}`,
          `${ask('POST', form.path, { ...type, 'Transfer-Encoding': 'chunked' })}${'1;x=y\r\na\r\n'.repeat(200_000)}0\r\n\r\n`,
          `${ask('POST', form.path, { ...type, 'Transfer-Encoding': 'chunked' })}1;${'x'.repeat(2 ** 20)}\r\na\r\n0\r\n\r\n`,
          `${ask('POST', form.path, { ...type, 'Content-Length': '99999999999' })}${'x'.repeat(2 ** 20)}`,
        ]
        const received = await Promise.all(bytes.map((each) => exchange({ origin, from }, each, 15_000)))
        const statuses = received.map((text) => statusesIn(text)[0] ?? 'closed')
        const isKept = statuses.every((status) => status === 'closed' || (status >= 400 && status < 500))
        return { seen: countText(statuses), isKept }
      },
    },
    {
      name: '60 connections that read a byte now and then',
      bound: 'others are served, memory stays as it was',
      run: async (from) => {
        const opened = Array.from({ length: 60 }, () => openRaw({ origin, from }, false))
        for (const { socket } of opened) socket.write(ask('GET', file.path).repeat(50))
        for (let i = 0; i < 20; i++) {
          for (const { socket } of opened) socket.read(1)
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
        for (const { socket } of opened) socket.destroy()
        return { seen: `${opened.length} connections`, isKept: true }
      },
    },
  ]
}

/** The requests; the last one closes the connection. */
function closing(requests: readonly string[]): string {
  const last = requests.at(-1)?.replace('\r\n', '\r\nConnection: close\r\n') ?? ''
  return requests.slice(0, -1).join('') + last
}

/** False for 5xx that are our own failure; 502 and 503 say that the service, or the moment, is at fault. */
function isNoFailure(status: number): boolean {
  return status < 500 || status === 502 || status === 503
}
