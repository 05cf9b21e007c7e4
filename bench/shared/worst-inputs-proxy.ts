import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { latLngToCell } from 'h3-js'
import Database from 'libsql'
import { AREA_CELLS_MAX } from '../../src/contract/area.ts'
import { GROUND_TILES_MAX } from '../../src/contract/cell-ground.ts'
import { EARLIER_PERIODS_MAX } from '../../src/contract/earlier-tiles.ts'
import { PATH_PREFIX, RADIUS_KM_MAX } from '../../src/contract/limits.ts'
import { HELD_TILES_MAX, PART_TILES_MAX, PURCHASE_TILES_MAX } from '../../src/contract/proxy-api.ts'
import { type Cell, cellToDecimal, trustCell } from '../../src/domain/cell.ts'
import { formatCorners } from '../../src/domain/corners-text.ts'
import { cellsAround, destination, radiusOfCandidates } from '../../src/domain/distance.ts'
import { PUBLISHED_METRICS } from '../../src/domain/figure.ts'
import { CORNERS_MAX } from '../../src/domain/polygon.ts'
import { TILE_DEPTH, tileCells } from '../../src/domain/tile.ts'
import { ledgerFile } from '../../src/proxy/ledger/ledger-file.ts'
import { type StrangeService, startStrangeService } from '../../src/testing/strange-service/start-strange-service.ts'
import { fillLedger, fillParts } from './held-ledger.ts'
import { type Restarting, startRestarting, startServer } from './program.ts'
import { times, type WorstInput, type WorstRequest } from './worst-inputs.ts'

const AS_OF = '2026-11-01'
const NOW = '2026-11-21T10:00:00Z'
const RESOLUTION = 8
const PARIS = { lat: 48.86, lng: 2.34 }
const HELD_TILES = 240
/** Receipts of a year, and the lenses that they are for. */
const RECEIPTS = 100_000
const LENSES = 300
const ANSWER_CELLS = 100_000
const PAGE_BYTES = 2_000_000
const FREE_BYTES = 8_000_000
/** The most that the proxy sends of the operator's tiles at once. */
const BASEMAP_RANGE = 2 * 1024 * 1024
const JSON_HEADERS = { 'Content-Type': 'application/json' }

/** Runs a proxy that holds much, over a service that answers at length, while `use` sends it the worst input of each route. */
export async function withWorstProxy<Result>(
  use: (server: Restarting, inputs: readonly WorstInput[]) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'squaremetre-stops-'))
  const service = await startStrangeService({
    cellBudget: 100_000,
    urlLimit: 60_000,
    allowance: 1_000_000,
    hasFigures: () => true,
    places: { large: aroundParis(PURCHASE_TILES_MAX).flatMap(tileCells) },
    freeFault: (path) => (path === '/geo/search' ? { kind: 'body', body: longAnswer() } : null),
    countries: Array.from({ length: 250 }, (_, index) => `c${index}`),
  })
  const dataDir = join(folder, 'proxy')
  const paths = await fillLedger(dataDir, service.url, HELD_TILES)
  const parts = await fillParts(dataDir, service.url, PART_TILES_MAX)
  spendForAYear(join(dataDir, 'proxy', ledgerFile(service.url)))
  const pageDir = join(folder, 'page')
  mkdirSync(join(pageDir, 'assets'), { recursive: true })
  writeFileSync(join(pageDir, 'index.html'), '<!doctype html>')
  writeFileSync(join(pageDir, 'assets', 'app.js'), randomBytes(PAGE_BYTES / 2).toString('hex'))
  const tiles = join(folder, 'streets.pmtiles')
  writeFileSync(tiles, randomBytes(BASEMAP_RANGE))
  const basemap = { source: { kind: 'file', path: tiles }, isShownAtOnce: false }
  const input = { dataDir, serviceBaseUrl: service.url, serviceToken: service.token, pageDir, now: NOW, basemap }
  const server = await startRestarting(() => startServer('proxy', input, join(folder, 'proxy.log')))
  try {
    return await use(server, proxyInputs(service, { paths, parts }))
  } finally {
    await server.close()
    await service.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Where a proxy has what it holds: whole tiles, and parts of as many as one request may ask for. */
interface HeldPaths {
  readonly paths: readonly string[]
  readonly parts: string
}

/** The worst inputs of a proxy that holds much. */
export function proxyInputs(service: Pick<StrangeService, 'rules'>, held: HeldPaths): WorstInput[] {
  return [...readInputs(held), ...purchaseInputs(service), ...areaInputs(), ...otherInputs()]
}

function readInputs({ paths, parts }: HeldPaths): WorstInput[] {
  const many = (route: string, what: string, path: string): WorstInput => ({
    route,
    what,
    requests: () => times(20, () => ({ method: 'GET', path })),
  })
  return [
    many('GET /healthz', '20 at once', '/healthz'),
    many('GET /readyz', '20 at once', '/readyz'),
    many('GET /api/period', '20 at once', '/api/period'),
    many('GET /api/meter', '20 at once', '/api/meter'),
    many('GET /api/embedding', '20 at once', '/api/embedding?origin=https://blog.example'),
    many('GET /api/basemap', '20 at once', '/api/basemap'),
    {
      route: 'GET /api/basemap/tiles.pmtiles',
      what: 'ranges of 2 MB, 20 at once',
      requests: () =>
        times(20, () => ({
          method: 'GET',
          path: '/api/basemap/tiles.pmtiles',
          headers: { range: `bytes=0-${BASEMAP_RANGE - 1}` },
        })),
      statuses: [206],
    },
    {
      route: 'GET /api/meter/detail',
      what: `${RECEIPTS.toLocaleString('en')} calls for ${LENSES} lenses`,
      requests: () => times(20, () => ({ method: 'GET', path: '/api/meter/detail' })),
    },
    many('GET /api/editions/:as_of/:lens/:resolution', '20 at once', `/api/editions/${AS_OF}/default/${RESOLUTION}`),
    {
      route: 'GET /api/tiles/:as_of/:lens/:resolution/:parent',
      what: `${HELD_TILES} tiles, none in memory`,
      // Without the ledger's name, no tile is kept in memory.
      requests: () => paths.map((path) => ({ method: 'GET', path: path.replace(/\?.*/, '') })),
    },
    {
      route: 'GET /api/scales/:as_of/:lens/:resolution/:metric',
      what: 'classes not decided yet, 20 at once',
      requests: (round) => {
        const metric = PUBLISHED_METRICS[round % PUBLISHED_METRICS.length]
        const path = `/api/scales/${AS_OF}/default/${RESOLUTION}/${metric}?lat=${PARIS.lat}&lng=${PARIS.lng}`
        return times(20, () => ({ method: 'GET', path }))
      },
    },
    many(
      'GET /api/resolutions',
      'the largest circle, 20 at once',
      `/api/resolutions?lat=${PARIS.lat}&lng=${PARIS.lng}&radius_km=${RADIUS_KM_MAX}`,
    ),
    many(
      'GET /api/ground',
      `${GROUND_TILES_MAX} tiles, 20 at once`,
      `/api/ground?parents=${aroundParis(GROUND_TILES_MAX).join(',')}`,
    ),
    many(
      'GET /api/held/:as_of/:lens/:resolution',
      `${HELD_TILES_MAX} tiles, 20 at once`,
      `/api/held/${AS_OF}/default/${RESOLUTION}?parents=${aroundParis(HELD_TILES_MAX).join(',')}`,
    ),
    many('GET /api/parts/:as_of/:lens/:resolution', `parts of ${PART_TILES_MAX} tiles, 20 at once`, parts),
    many(
      'GET /api/known-places',
      'the longest text of similar words, 20 at once',
      `/api/known-places?q=${encodeURIComponent('santander '.repeat(20))}`,
    ),
    many(
      'GET /api/known-places/near',
      'far from any place, 20 at once',
      '/api/known-places/near?lat=-48&lng=-123&countries=es,fr,de,gb,us,au',
    ),
    {
      ...many('GET /api/rates/:as_of/:currency', '20 at once', `/api/rates/${AS_OF}/EUR`),
      statuses: [204],
    },
  ]
}

function purchaseInputs(service: Pick<StrangeService, 'rules'>): WorstInput[] {
  const route = 'POST /api/purchases'
  const far = parentsAt(40.4, -3.7, 2 * PURCHASE_TILES_MAX)
  const held = aroundParis(PURCHASE_TILES_MAX)
  const view = { parents: far.slice(0, PURCHASE_TILES_MAX), around: far.slice(PURCHASE_TILES_MAX) }
  const buy = (body: object, query = ''): WorstRequest => post(`/api/purchases${query}`, { resolution: 8, ...body })
  return [
    {
      route,
      what: 'dry runs of 120 tiles and 120 around them, 30 at once',
      requests: () => times(30, (index) => buy({ ...view, lens: `rooms=${index}` }, '?dry_run=1')),
    },
    { route, what: '120 held tiles, 30 at once', requests: () => times(30, () => buy({ parents: held })) },
    {
      route,
      what: '120 tiles and 120 around them to buy',
      requests: (round) => [buy({ ...view, lens: `rooms=${100 + round}` })],
    },
    {
      route,
      what: `an answer with ${ANSWER_CELLS.toLocaleString('en')} cells`,
      before: () => {
        service.rules.faults.push({ kind: 'changed', change: withManyRows })
      },
      requests: (round) => [buy({ parents: far.slice(0, 1), lens: `rooms=${200 + round}` })],
    },
  ]
}

/** Thin spikes reach far, so that a small area touches much ground. */
export const STAR = formatCorners(
  Array.from({ length: CORNERS_MAX }, (_, i) =>
    destination({ lat: 40.4, lng: -3.7 }, i % 2 === 0 ? 300 : 10, (360 * i) / CORNERS_MAX),
  ),
)

function areaInputs(): WorstInput[] {
  const circleAt = (lat: number, lng: number) => {
    const radius_km = Math.floor(10 * radiusOfCandidates({ lat, lng }, RESOLUTION, AREA_CELLS_MAX)) / 10
    return { lat, lng, radius_km }
  }
  const held = circleAt(PARIS.lat, PARIS.lng)
  const free = circleAt(40.4, -3.7)
  const dryRun = '/api/areas?dry_run=1'
  const six = Array.from({ length: 6 }, (_, i) => ({
    ...free,
    lng: free.lng + i / 1_000,
    radius_km: free.radius_km * 0.97,
  }))
  const heldQuery = new URLSearchParams(Object.entries(held).map(([name, value]) => [name, String(value)]))
  return [
    {
      route: 'GET /api/areas/:as_of/:lens/:resolution',
      what: 'the largest held circle, 40 at once',
      requests: () => times(40, () => ({ method: 'GET', path: `/api/areas/${AS_OF}/default/8?${heldQuery}` })),
    },
    {
      route: 'POST /api/areas',
      what: 'dry runs of the largest circle, 300 at once',
      requests: (round) => times(300, () => post(dryRun, { resolution: 8, area: free, lens: `rooms=${round}` })),
    },
    {
      route: 'POST /api/areas',
      what: 'dry runs of a place of 41,160 cells, 40 at once',
      requests: (round) =>
        times(40, () => post(dryRun, { resolution: 8, area: { geo_id: 'large' }, lens: `rooms=${round}` })),
    },
    {
      route: 'POST /api/areas',
      what: 'the largest circle to buy',
      requests: (round) => [post('/api/areas', { resolution: 8, area: free, lens: `rooms=${300 + round}` })],
    },
    {
      route: 'POST /api/areas',
      what: 'dry runs of six large circles together, 40 at once',
      requests: (round) =>
        times(40, () => post(dryRun, { resolution: 8, area: { all: six }, lens: `rooms=${400 + round}` })),
    },
    {
      route: 'POST /api/areas',
      what: `dry runs of a star of ${CORNERS_MAX} corners across 600 km, 40 at once`,
      requests: (round) =>
        times(40, () => post(dryRun, { resolution: 8, area: { polygon: STAR }, lens: `rooms=${500 + round}` })),
    },
    {
      route: 'POST /api/history',
      what: 'dry runs of the largest circle, 40 at once',
      requests: (round) =>
        times(40, () =>
          post('/api/history?dry_run=1', {
            resolution: 8,
            area: free,
            lens: `rooms=${600 + round}`,
            metric: 'median_price',
          }),
        ),
    },
    {
      route: 'POST /api/earlier-tiles',
      what: `dry runs of ${PURCHASE_TILES_MAX} tiles in every other of ${2 * EARLIER_PERIODS_MAX} months, 40 at once`,
      requests: (round) =>
        times(40, () =>
          post('/api/earlier-tiles?dry_run=1', {
            resolution: 8,
            parents: aroundParis(PURCHASE_TILES_MAX),
            periods: Array.from(
              { length: EARLIER_PERIODS_MAX },
              (_, i) => `${2020 + Math.floor(i / 6)}-${String(1 + 2 * (i % 6)).padStart(2, '0')}-01`,
            ),
            lens: `rooms=${700 + round}`,
          }),
        ),
    },
  ]
}

function otherInputs(): WorstInput[] {
  const [parent = ''] = aroundParis(1)
  const deep = '['.repeat(5_000) + ']'.repeat(5_000)
  return [
    {
      route: 'POST /api/rates',
      what: 'a tile in another currency, 20 at once',
      requests: (round) =>
        times(20, () => post('/api/rates', { resolution: 8, parent, currency: ['EUR', 'GBP'][round % 2] ?? 'EUR' })),
    },
    {
      route: 'ALL /api/*',
      what: 'a body of 10,000 nested brackets, 20 at once',
      requests: () => times(20, () => ({ method: 'POST', path: '/api/nothing', headers: JSON_HEADERS, body: deep })),
      statuses: [404],
    },
    {
      route: 'ALL /public/v1/*',
      what: `an answer of ${FREE_BYTES / 1_000_000} MB, 20 at once`,
      requests: (round) =>
        times(20, (index) => ({ method: 'GET', path: `${PATH_PREFIX}/geo/search?q=${round}-${index}` })),
    },
    {
      route: 'GET /api/search',
      what: `an answer of ${FREE_BYTES / 1_000_000} MB, 20 at once`,
      requests: (round) => times(20, (index) => ({ method: 'GET', path: `/api/search?q=${round}-${index}-page` })),
    },
    {
      route: 'GET /*',
      what: `a file of ${PAGE_BYTES / 1_000_000} MB, compressed, 20 at once`,
      requests: () =>
        times(20, () => ({ method: 'GET', path: '/assets/app.js', headers: { 'Accept-Encoding': 'br' } })),
    },
  ]
}

function post(path: string, body: object): WorstRequest {
  const text = JSON.stringify({ as_of: AS_OF, lens: 'default', ...body })
  return { method: 'POST', path, headers: JSON_HEADERS, body: text }
}

function aroundParis(count: number): Cell[] {
  return parentsAt(PARIS.lat, PARIS.lng, count)
}

function parentsAt(lat: number, lng: number, count: number): Cell[] {
  return cellsAround(trustCell(latLngToCell(lat, lng, RESOLUTION - TILE_DEPTH)), 12).slice(0, count)
}

let longText: string | null = null

function longAnswer(): string {
  longText ??= JSON.stringify({
    results: Array.from({ length: FREE_BYTES / 40 }, (_, index) => `place ${index}`.padEnd(37)),
  })
  return longText
}

/** An answer may hold more rows than were requested. */
function withManyRows(body: Record<string, unknown>): unknown {
  const rows = body.stats as object[]
  const others = parentsAt(52.5, 13.4, Math.ceil(ANSWER_CELLS / 343)).flatMap(tileCells)
  const more = others.slice(rows.length).map((cell) => ({ ...rows[0], h3: cellToDecimal(cell) }))
  return { ...body, stats: [...rows, ...more] }
}

function spendForAYear(file: string): void {
  const database = new Database(file)
  const insert = database.prepare(
    'INSERT INTO receipt (at, as_of, lens, resolution, cells, rows) VALUES (?, ?, ?, 8, 343, 100)',
  )
  database.transaction(() => {
    for (let i = 0; i < RECEIPTS; i++) {
      const day = new Date(Date.parse(NOW) - (i % 365) * 86_400_000)
      insert.run(day.toISOString(), AS_OF, `rooms=${i % LENSES}`)
    }
  })()
  database.close()
}
