import { cellToChildren, latLngToCell } from 'h3-js'
import { PATH_PREFIX } from '../../src/contract/limits.ts'
import { trustCell } from '../../src/domain/cell.ts'
import { cellCenter, radiusOfCandidates } from '../../src/domain/distance.ts'
import { createLinkSecret } from '../../src/service/accounts/sign-in.ts'
import { writeZones } from '../../src/service/zones/zone-writer.ts'
import { cellsUnder, marketTiles, withMarkets } from '../shared/market.ts'
import { BENCH_PLANS } from '../shared/plans.ts'
import { type Restarting, startRestarting } from '../shared/program.ts'
import { restartBenchService, startBenchService } from '../shared/service.ts'
import { times, type WorstInput, type WorstRequest } from './worst-inputs.ts'

const MARKET = { listings: 50_000, tiles: 60 }
const MOST_CELLS = BENCH_PLANS.bench.cells_per_request
/** As many decimal ids as fit into an address of 64 KB. */
const LISTED_CELLS = 3_200
const WIDE = 'wide'
/** Two cells of resolution 2. */
const WIDE_GROUND = [latLngToCell(48, 8, 2), latLngToCell(42, 12, 2)]
const WIDE_CELLS = (2 * 7 ** 6).toLocaleString('en')
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }

/** Serves an invented market while `use` sends it the worst input of each route. */
export function withWorstService<Result>(
  use: (server: Restarting, inputs: readonly WorstInput[]) => Promise<Result>,
): Promise<Result> {
  return withMarkets([MARKET], async ([dataDir = '']) => {
    addWideZone(dataDir)
    const { server: first, headers, account } = await startBenchService(dataDir)
    await first.close()
    const server = await startRestarting(() => restartBenchService(dataDir))
    const link = await createLinkSecret({ dataDir, account })
    const session = await signIn(server.url, link)
    try {
      return await use(server, serviceInputs(headers, session))
    } finally {
      await server.close()
    }
  })
}

/** Adds a region whose cells are far more than those of all towns. */
function addWideZone(dataDir: string): void {
  const cells = WIDE_GROUND.flatMap((parent) => cellToChildren(parent, 8).map(trustCell)).sort()
  writeZones(dataDir, (writer) => {
    writer.putZone({
      geo_id: WIDE,
      parent: 'fr',
      name: 'Wide',
      country: 'fr',
      h3_res: 8,
      source: 'bench',
      level: 'region',
      lat: 46,
      lng: 2,
    })
    writer.addCells(WIDE, cells)
  })
}

/** The worst inputs of a service with the invented market, for the holder of a token and a session. */
export function serviceInputs(headers: Headers, session: string): WorstInput[] {
  return [...interfaceInputs(headers), ...accountInputs(session), ...healthInputs()]
}

type Headers = Readonly<Record<string, string>>

function interfaceInputs(headers: Headers): WorstInput[] {
  const tiles = marketTiles(MARKET.tiles)
  const cells = tiles.flatMap(cellsUnder)
  const [middle] = tiles
  if (middle === undefined) throw new Error('expected a market of at least one tile')
  const { lat, lng } = cellCenter(middle)
  const radius_km = Math.floor(10 * radiusOfCandidates({ lat, lng }, 8, MOST_CELLS)) / 10
  const list = `h3=${cells.slice(0, LISTED_CELLS).join(',')}`
  const circle = `lat=${lat}&lng=${lng}&radius_km=${radius_km}&res=8`
  const get = (path: string): WorstRequest => ({ method: 'GET', path: `${PATH_PREFIX}${path}`, headers })
  const input = (path: string, what: string, request: (index: number) => WorstRequest, count = 10): WorstInput => ({
    route: `GET ${PATH_PREFIX}${path}`,
    what: `${what}, ${count} at once`,
    requests: () => times(count, request),
  })
  const words = (index: number) => encodeURIComponent(`${'twon '.repeat(39)}${index}`)
  return [
    input('/ping', 'alone', () => get('/ping')),
    input('/coverage', 'alone', () => get('/coverage')),
    input('/geo', 'a page of 100', () => get('/geo?parent=fr&limit=100')),
    {
      ...input('/geo/search', 'a misspelt name of 200 letters', (index) => get(`/geo/search?q=${words(index)}`)),
      statuses: [404, 200],
    },
    {
      ...input('/geo/search', 'short forms that have many spellings', (index) =>
        get(`/geo/search?country=fr&q=${encodeURIComponent(`${'st 1st '.repeat(27)}${index}`)}`),
      ),
      statuses: [404, 200],
    },
    input('/geo/lookup', 'alone', (index) => get(`/geo/lookup?h3=${cells[index]}`)),
    input('/geo/:geo_id/hexes', 'a page of 5,000', () => get('/geo/town-0/hexes?limit=5000&res=8')),
    input('/geo/:geo_id/hexes', `a page of the parents of ${WIDE_CELLS} cells`, () =>
      get(`/geo/${WIDE}/hexes?limit=5000&res=6`),
    ),
    {
      ...input('/stats/current', `a place of ${WIDE_CELLS} cells`, () => get(`/stats/current?geo_id=${WIDE}&res=8`)),
      // The plan allows fewer.
      statuses: [422],
    },
    input('/stats/current', `the country around it, at resolution 4`, () => get('/stats/current?geo_id=fr&res=4')),
    input('/stats/current', `a list of ${LISTED_CELLS} cells`, () => get(`/stats/current?${list}`)),
    input('/stats/current', `a circle of ${MOST_CELLS} cells`, () => get(`/stats/current?${circle}`)),
    input('/stats/current', 'the circle with a price filter', (index) =>
      get(`/stats/current?${circle}&min_price_usd=${1_000 + index}`),
    ),
    input('/stats/history', `a list of ${LISTED_CELLS} cells`, () =>
      get(`/stats/history?${list}&from=2025-12-01&to=2026-11-01`),
    ),
    input('/meta/filters', 'alone', () => get('/meta/filters')),
    input('/usage', 'alone', () => get('/usage')),
    input('/openapi.yaml', 'alone', () => get('/openapi.yaml')),
  ]
}

function accountInputs(cookie: string): WorstInput[] {
  const long = 'form='.padEnd(4_000, 'x')
  const page = (route: string, path: string, statuses: readonly number[] = [200]): WorstInput => {
    const [method = ''] = route.split(' ')
    const isPost = method === 'POST'
    const request: WorstRequest = {
      method: isPost ? 'POST' : 'GET',
      path,
      headers: { cookie, ...(isPost && { ...FORM, origin: 'http://127.0.0.1' }) },
      ...(isPost && { body: long }),
    }
    return {
      route,
      what: `${isPost ? 'a form of 4 KB' : 'signed in'}, 10 at once`,
      requests: () => times(10, () => request),
      statuses,
    }
  }
  return [
    page('GET /account', '/account'),
    page('GET /account/sign-in', `/account/sign-in?link=${'x'.repeat(4_000)}`, [404]),
    page('POST /account/sign-in', '/account/sign-in', [403]),
    page('POST /account/sign-out', '/account/sign-out', [403]),
    page('POST /account/sign-out-everywhere', '/account/sign-out-everywhere', [403]),
    page('POST /account/tokens', '/account/tokens', [403]),
    page('POST /account/tokens/:id{[0-9]+}/revoke', '/account/tokens/1/revoke', [403]),
    page('ALL /account/*', '/account/nothing', [404]),
  ]
}

function healthInputs(): WorstInput[] {
  return ['/healthz', '/readyz'].map((path) => ({
    route: `GET ${path}`,
    what: '20 at once',
    requests: () => times(20, () => ({ method: 'GET', path })),
  }))
}

/** Uses a sign-in link; returns the session's cookie. */
async function signIn(url: string, link: string): Promise<string> {
  const address = new URL('/account/sign-in', url)
  const headers = { ...FORM, origin: address.origin }
  const body = new URLSearchParams({ link })
  const answer = await fetch(address, { method: 'POST', headers, body, redirect: 'manual' })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0]
  if (cookie === undefined) throw new Error(`expected a session, found status ${answer.status}`)
  return cookie
}
