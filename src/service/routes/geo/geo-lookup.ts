import { z } from '@hono/zod-openapi'
import { DEFAULT_RESOLUTION } from '../../../contract/limits.ts'
import { pointObject } from '../../../contract/service/geo.ts'
import { endpoint, type ServiceApp } from '../../requests/endpoint.ts'
import { cellId, latitude, longitude, resolution } from '../../requests/parameters.ts'
import { invalidParameter, missingParameter } from '../../requests/refusal.ts'
import type { ServiceDeps } from '../../requests/service-env.ts'
import { isHeldResolution, pointAt, pointOfCell } from './point-object.ts'

const route = endpoint({
  path: '/geo/lookup',
  summary: 'Whether a cell, or the cell around a point, has listings, and the zones that it lies in.',
  description: `For a cell coarser than 8, \`prices_available\` is true when any listing lies in it, and \`zones\` are those
around its centre. Additions to the interface: \`name\`, \`country\`, \`h3\`, and \`lat\` and \`lng\` (the point sent, or the
cell's centre).`,
  group: 'metadata',
  query: z.object({
    h3: cellId
      .optional()
      .openapi({ description: 'A cell of resolution 4 to 8; with it, `lat`, `lng` and `res` are ignored.' }),
    lat: latitude.optional(),
    lng: longitude.optional(),
    res: resolution.optional().openapi({ default: DEFAULT_RESOLUTION }),
  }),
  params: z.object({}),
  answer: pointObject,
  refusals: ['missing_parameter', 'invalid_parameter'],
})

export function addGeoLookup(app: ServiceApp, deps: ServiceDeps): void {
  app.openapi(route, async (c) => {
    const { h3, lat, lng, res = DEFAULT_RESOLUTION } = c.req.valid('query')
    if (h3 !== undefined) {
      if (isHeldResolution(h3)) return c.json(await pointOfCell(deps, h3), 200)
      throw invalidParameter('h3', `expected a cell of resolution 4 to 8, found ${h3}`)
    }
    if (lat !== undefined && lng !== undefined) return c.json(await pointAt(deps, { lat, lng }, res), 200)
    const missing = lat !== undefined ? 'lng' : lng !== undefined ? 'lat' : 'h3'
    throw missingParameter(missing, 'send h3, or lat and lng together')
  })
}
