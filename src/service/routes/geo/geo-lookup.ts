import { z } from '@hono/zod-openapi'
import { pointObject } from '../../../contract/geo.ts'
import { DEFAULT_RESOLUTION } from '../../../contract/limits.ts'
import { endpoint, type ServiceApp } from '../../requests/endpoint.ts'
import { cellId, latitude, longitude, resolution } from '../../requests/parameters.ts'
import { invalidParameter, missingParameter } from '../../requests/refusal.ts'
import type { ServiceDeps } from '../../requests/service-env.ts'
import { isHeldResolution, pointAt, pointOfCell } from './point-object.ts'

const route = endpoint({
  path: '/geo/lookup',
  summary:
    'What is known of a cell, or of the cell around a point: whether it holds listings, and the zones it lies in.',
  description: `Of a cell coarser than 8, \`prices_available\` is true when a listing lies anywhere in it, and \`zones\` are those around
its centre. \`name\`, \`country\`, \`lat\`, \`lng\` (the point sent, or the cell's centre) and \`h3\` are added to the interface.`,
  group: 'metadata',
  query: z.object({
    h3: cellId
      .optional()
      .openapi({ description: 'A cell of resolution 4 to 8; `lat`, `lng` and `res` do not matter then.' }),
    lat: latitude.optional(),
    lng: longitude.optional(),
    res: resolution.optional().openapi({ default: DEFAULT_RESOLUTION }),
  }),
  params: z.object({}),
  answer: pointObject,
  refusals: ['missing_parameter', 'invalid_parameter'],
})

export function addGeoLookup(app: ServiceApp, deps: ServiceDeps): void {
  app.openapi(route, (c) => {
    const { h3, lat, lng, res = DEFAULT_RESOLUTION } = c.req.valid('query')
    if (h3 !== undefined) {
      if (isHeldResolution(h3)) return c.json(pointOfCell(deps, h3), 200)
      throw invalidParameter('h3', `cell ${h3} is not of resolution 4 to 8`)
    }
    if (lat !== undefined && lng !== undefined) return c.json(pointAt(deps, { lat, lng }, res), 200)
    const missing = lat !== undefined ? 'lng' : lng !== undefined ? 'lat' : 'h3'
    throw missingParameter(missing, 'send h3, or lat and lng together')
  })
}
