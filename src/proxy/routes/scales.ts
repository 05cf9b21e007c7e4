import type { HttpBindings } from '@hono/node-server'
import type { Handler } from 'hono'
import { invalid, type Parsed } from '../../contract/parsed.ts'
import type { LatLng } from '../../domain/distance.ts'
import { PUBLISHED_METRICS, type PublishedMetric } from '../../domain/figure.ts'
import type { Access } from '../access/access.ts'
import { refuseValue } from '../access/answers.ts'
import type { Scales } from '../scales/scales.ts'
import { readEditionPath } from './read-request.ts'

/** `GET /api/scales/:as_of/:lens/:resolution/:metric?lat=&lng=`: returns the classes at a point. Spends nothing. */
export function scaleRoute({ scales, access }: { scales: Scales; access: Pick<Access, 'addressOf'> }): Handler {
  return async (c) => {
    const edition = readEditionPath(c)
    if (edition.kind === 'invalid') return refuseValue(c, edition)
    const metric = readMetric(c.req.param('metric') ?? '')
    if (metric.kind === 'invalid') return refuseValue(c, metric)
    const point = readPoint(c.req.query('lat') ?? '', c.req.query('lng') ?? '')
    if (point.kind === 'invalid') return refuseValue(c, point)
    const address = access.addressOf((c.env as HttpBindings).incoming)
    const scale = await scales.at(edition.value, metric.value, point.value, address)
    // Provisional classes change, decided ones go with a rebuilt period, and the service may redraw its places.
    c.header('Cache-Control', 'no-store')
    return c.json(scale)
  }
}

function readMetric(raw: string): Parsed<PublishedMetric> {
  const metric = PUBLISHED_METRICS.find((known) => known === raw)
  if (metric !== undefined) return { kind: 'ok', value: metric }
  return invalid('metric', `expected metric to be one of ${PUBLISHED_METRICS.join(', ')}, found '${raw}'`)
}

function readPoint(lat: string, lng: string): Parsed<LatLng> {
  const point = { lat: readDegrees(lat, 90), lng: readDegrees(lng, 180) }
  if (point.lat === null) return invalid('lat', `expected lat from -90 to 90, found '${lat}'`)
  if (point.lng === null) return invalid('lng', `expected lng from -180 to 180, found '${lng}'`)
  return { kind: 'ok', value: { lat: point.lat, lng: point.lng } }
}

function readDegrees(raw: string, most: number): number | null {
  const value = raw.trim() === '' ? Number.NaN : Number(raw)
  return Math.abs(value) <= most ? value : null
}
