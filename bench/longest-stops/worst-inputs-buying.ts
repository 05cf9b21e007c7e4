import { AREA_CELLS_MAX } from '../../src/contract/area.ts'
import { EARLIER_PERIODS_MAX } from '../../src/contract/earlier-tiles.ts'
import { PURCHASE_TILES_MAX } from '../../src/contract/proxy-api.ts'
import { cellToDecimal } from '../../src/domain/cell.ts'
import { formatCorners } from '../../src/domain/corners-text.ts'
import { destination, radiusOfCandidates } from '../../src/domain/distance.ts'
import { CORNERS_MAX } from '../../src/domain/polygon.ts'
import { tileCells } from '../../src/domain/tile.ts'
import type { StrangeService } from '../../src/testing/strange-service/start-strange-service.ts'
import { HISTORY_RADIUS_KM, LISTED_PLACE } from './worst-answers.ts'
import { times, type WorstInput, type WorstRequest } from './worst-inputs.ts'
import { AS_OF, aroundParis, PARIS, parentsAt, post, RESOLUTION } from './worst-proxy-holds.ts'

const ANSWER_CELLS = 100_000

/** The worst inputs of the routes that buy tiles. */
export function purchaseInputs(service: Pick<StrangeService, 'rules'>): WorstInput[] {
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

/** The worst inputs of the routes that buy areas and earlier periods. */
export function areaInputs(): WorstInput[] {
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
      route: 'POST /api/history',
      what: 'a history of 20 MB to buy',
      requests: (round) => [
        post('/api/history', {
          resolution: 8,
          area: { ...PARIS, lat: PARIS.lat + round / 1_000, radius_km: HISTORY_RADIUS_KM },
          metric: 'median_price',
        }),
      ],
    },
    {
      route: 'POST /api/areas',
      what: 'dry runs of a place whose 200,000 cells are on one page, 20 at once',
      requests: () => times(20, () => post(dryRun, { resolution: 8, area: { geo_id: LISTED_PLACE } })),
      statuses: [422],
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

/** An answer may hold more rows than were requested. */
function withManyRows(body: Record<string, unknown>): unknown {
  const rows = body.stats as object[]
  const others = parentsAt(52.5, 13.4, Math.ceil(ANSWER_CELLS / 343)).flatMap(tileCells)
  const more = others.slice(rows.length).map((cell) => ({ ...rows[0], h3: cellToDecimal(cell) }))
  return { ...body, stats: [...rows, ...more] }
}
