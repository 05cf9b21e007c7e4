import { PATH_PREFIX } from '../../src/contract/limits.ts'
import { CORNERS_MAX } from '../../src/domain/polygon.ts'
import { tileCells } from '../../src/domain/tile.ts'
import { parentsAround } from '../../src/testing/cells.ts'
import type { StrangeService } from '../../src/testing/strange-service/start-strange-service.ts'
import { STAR } from '../longest-stops/worst-inputs-buying.ts'
import { exchange, openRaw, requestText, statusesIn } from '../shared/raw-client.ts'
import { type Attack, countText } from './attack.ts'

const JSON_TYPE = { 'Content-Type': 'application/json' }
const PAID = ['/api/purchases', '/api/areas', '/api/history', '/api/earlier-tiles', '/api/rates']
/** What a proxy lets one address do in a minute, as it is configured unless somebody changes it. */
export const REQUESTS_PER_MINUTE = 1_200

/** What is attacked. */
export interface AttackedProxy {
  readonly origin: string
  readonly service: StrangeService
  /** Paths of held tiles. */
  readonly tiles: readonly string[]
  readonly file: string
  /** What the page's folder must not give away. */
  readonly secret: string
}

/** What only the proxy can be attacked with. */
export function attacksOnProxy({ origin, service, tiles, file, secret }: AttackedProxy): Attack[] {
  const many = async (from: string, requests: readonly string[], connections = 16) => {
    const shares = Array.from({ length: connections }, (_, i) => requests.filter((_, at) => at % connections === i))
    const sent = shares.map((share) => {
      const last = share.at(-1)?.replace('\r\n', '\r\nConnection: close\r\n') ?? ''
      return exchange({ origin, from }, share.slice(0, -1).join('') + last, 60_000)
    })
    return (await Promise.all(sent)).join('')
  }
  const isBelow500 = (status: number) => status < 500 || status === 503
  const neverSpends = async (seen: string, isKept: boolean, before: number) => {
    const calls = service.calls.length - before
    return { seen: `${seen}; ${calls} calls`, isKept: isKept && calls === 0 }
  }
  return [
    {
      name: '20,000 meaningless queries for held tiles',
      bound: 'memory stays as it was',
      run: async (from) => {
        const noise = Array.from({ length: 20_000 }, (_, i) => requestText('GET', `${tiles[i % tiles.length]}&x=${i}`))
        const statuses = statusesIn(await many(from, noise))
        const isKept = statuses.every((status) => status === 200 || status === 429)
        return { seen: countText(statuses), isKept: isKept && statuses.length === noise.length }
      },
    },
    {
      name: '300 costs of the largest area, and their clients leave',
      bound: 'others are served; no metered call',
      run: async (from) => {
        const before = service.calls.length
        const body = (i: number) =>
          JSON.stringify({
            as_of: '2026-11-01',
            lens: `rooms=${i % 5}`,
            resolution: 8,
            area: { lat: 40.4, lng: -3.7, radius_km: 88 },
          })
        const opened = Array.from({ length: 200 }, (_, i) => {
          const connection = openRaw({ origin, from })
          connection.socket.write(requestText('POST', '/api/areas?dry_run=1', { headers: JSON_TYPE, body: body(i) }))
          return connection
        })
        await new Promise((resolve) => setTimeout(resolve, 5_000))
        const statuses = opened.flatMap(({ received }) => statusesIn(received()))
        for (const { socket } of opened) socket.destroy()
        return neverSpends(countText(statuses), statuses.every(isBelow500), before)
      },
    },
    {
      name: `60 costs of stars with ${CORNERS_MAX} corners, from one address`,
      bound: 'the costs of another address are told; no metered call',
      run: async (from) => {
        const before = service.calls.length
        const cost = (lens: string, area: object) => {
          const body = JSON.stringify({ as_of: '2026-11-01', lens, resolution: 8, area })
          return requestText('POST', '/api/areas?dry_run=1', { headers: JSON_TYPE, body, close: true })
        }
        const opened = Array.from({ length: 60 }, (_, i) => {
          const connection = openRaw({ origin, from })
          connection.socket.write(cost(`rooms=${i % 5}`, { polygon: STAR }))
          return connection
        })
        const told: number[] = []
        for (const lat of [51.5, 52.5, 48.9, 41.9]) {
          const small = cost('default', { lat, lng: 10, radius_km: 2 })
          told.push(...statusesIn(await exchange({ origin, from: '127.0.9.8' }, small, 60_000)))
        }
        for (const { socket } of opened) socket.destroy()
        const isKept = told.length === 4 && told.every((status) => status === 200)
        return neverSpends(`others: ${countText(told)}`, isKept, before)
      },
    },
    {
      name: '900 requests for a file on each of 16 connections that read nothing',
      bound: 'memory stays as it was, others are served',
      run: async (from) => {
        const opened = Array.from({ length: 16 }, () => openRaw({ origin, from }, false))
        for (const { socket } of opened) socket.write(requestText('GET', file).repeat(900))
        await new Promise((resolve) => setTimeout(resolve, 3_000))
        return { seen: `${opened.length} connections`, isKept: true }
      },
    },
    {
      name: 'JSON nested 5,000 deep, and other bodies that are none',
      bound: '400, never 500',
      run: async (from) => {
        const before = service.calls.length
        const bodies = [
          '['.repeat(5_000) + ']'.repeat(5_000),
          `${'{"a":'.repeat(1_500)}1${'}'.repeat(1_500)}`,
          '{',
          '\u0000',
          'null',
          '"x"',
        ]
        const requests = PAID.flatMap((path) =>
          bodies.map((body) => requestText('POST', path, { headers: JSON_TYPE, body })),
        )
        const statuses = statusesIn(await many(from, requests, 2))
        return neverSpends(
          countText(statuses),
          statuses.every((status) => status === 400),
          before,
        )
      },
    },
    {
      name: 'purchases from pages of other sites',
      bound: '403 or 415; no metered call',
      run: async (from) => {
        const before = service.calls.length
        const body = JSON.stringify({ as_of: '2026-11-01', lens: 'default', resolution: 8, parents: [] })
        const forged = [
          { ...JSON_TYPE, Origin: 'https://evil.example' },
          { ...JSON_TYPE, 'Sec-Fetch-Site': 'cross-site' },
          { ...JSON_TYPE, Origin: 'null' },
          { 'Content-Type': 'text/plain', Origin: origin },
          { 'Content-Type': 'application/x-www-form-urlencoded' },
        ]
        const requests = PAID.flatMap((path) => forged.map((headers) => requestText('POST', path, { headers, body })))
        const statuses = statusesIn(await many(from, requests, 1))
        return neverSpends(
          countText(statuses),
          statuses.every((status) => status === 403 || status === 415),
          before,
        )
      },
    },
    {
      name: '4,000 paths that lead astray',
      bound: 'only free endpoints are reached, no file outside, no token, nothing fails',
      run: async (from) => {
        const before = { calls: service.calls.length, free: service.free.length }
        const received = await many(
          from,
          Array.from({ length: 4_000 }, (_, i) => requestText('GET', strayPath(i))),
        )
        const statuses = statusesIn(received)
        const astray = service.free.slice(before.free).filter((target) => /usage|stats|\.\./.test(target))
        const leaks = [secret, service.token].filter((text) => received.includes(text)).length
        const isKept = astray.length === 0 && leaks === 0 && statuses.every((status) => status < 500 || status === 502)
        return neverSpends(`${countText(statuses)}; ${astray.length} astray, ${leaks} leaks`, isKept, before.calls)
      },
    },
    {
      name: '2,000 requests under forged addresses',
      bound: `at most ${REQUESTS_PER_MINUTE} are answered`,
      run: async (from) => {
        const forged = Array.from({ length: 2_000 }, (_, i) =>
          requestText('GET', '/api/meter', { headers: { 'X-Forwarded-For': `198.51.${i % 250}.${i % 240}` } }),
        )
        const statuses = statusesIn(await many(from, forged))
        const answered = statuses.filter((status) => status === 200).length
        return { seen: countText(statuses), isKept: answered > 0 && answered <= REQUESTS_PER_MINUTE }
      },
    },
    {
      name: 'look-ups that use up what the service allows everybody',
      bound: 'one address sends at most half of them',
      run: async (from) => {
        const before = service.free.length
        const cells = parentsAround(8, 2).flatMap(tileCells).slice(0, 600)
        const lookups = cells.map((cell) => requestText('GET', `${PATH_PREFIX}/geo/lookup?h3=${cell}`))
        const statuses = statusesIn(await many(from, lookups, 8))
        const sent = service.free.length - before
        const most = (service.rules.perMinute.free ?? Number.NaN) / 2
        return {
          seen: `${sent} sent, ${countText(statuses)}`,
          isKept: sent > 0 && sent <= most + 8 && statuses.includes(429),
        }
      },
    },
  ]
}

/** The guesses of somebody who does not know the password, all at once. */
export function passwordGuesses(origin: string): Attack {
  return {
    name: '900 passwords guessed at once',
    bound: 'at most 10 are compared',
    run: async (from) => {
      const guess = (i: number) => ({ Authorization: `Basic ${Buffer.from(`me:guess${i}`).toString('base64')}` })
      const requests = Array.from({ length: 900 }, (_, i) => requestText('GET', '/api/meter', { headers: guess(i) }))
      const statuses = statusesIn(await exchange({ origin, from }, requests.join(''), 8_000))
      const compared = statuses.filter((status) => status !== 429).length
      return { seen: countText(statuses), isKept: compared <= 10 && statuses.length === requests.length }
    },
  }
}

const STEPS = [
  '..',
  '%2e%2e',
  '%2e%2e%2f',
  '..%5c',
  '.',
  '%00',
  '//',
  'stats',
  'usage',
  'geo',
  'api',
  '%252e%252e',
  'ﬀ',
  ';',
  'secret.txt',
]

/** A path that some parsers read differently from others; the same each time for a number. */
function strayPath(seed: number): string {
  const starts = [
    '/',
    '/api/',
    '/api/tiles/',
    `${PATH_PREFIX}/`,
    `${PATH_PREFIX}/geo/`,
    '/assets/',
    'http://127.0.0.1:1/',
  ]
  let rest = seed
  let path = starts[rest % starts.length] ?? '/'
  for (rest = Math.floor(rest / starts.length); rest > 0; rest = Math.floor(rest / STEPS.length)) {
    path += `${encodeURI(STEPS[rest % STEPS.length] ?? '').replaceAll('%25', '%')}/`
  }
  return path.replaceAll(/[^\x21-\x7e]/g, '')
}
