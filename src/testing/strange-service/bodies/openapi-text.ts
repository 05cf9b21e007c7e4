import { stringify } from 'yaml'
import type { StrangeRules } from '../rules/rules.ts'

/** Returns the service's description of itself, in YAML: the parameters that the interface leaves open. */
export function openApiText({ hexes, filters, listDescribed }: StrangeRules): string {
  const { resolution, cursor, limit } = hexes.parameters
  const query = (name: string, type: string) => ({ name, in: 'query', required: false, schema: { type } })
  const answered = { responses: { 200: { description: 'As the interface says.' } } }
  return stringify({
    openapi: '3.1.0',
    info: { title: 'Market statistics', version: '1.0.0' },
    paths: {
      '/geo/{geo_id}/hexes': {
        get: {
          ...answered,
          parameters: [
            { name: 'geo_id', in: 'path', required: true, schema: { type: 'string' } },
            { ...query(resolution, 'integer'), schema: { type: 'integer', minimum: 4, maximum: 8 } },
            { ...query(cursor, 'string'), description: 'Cursor of the page, from the page before.' },
            query(limit, 'integer'),
          ],
        },
      },
      '/stats/current': {
        get: {
          ...answered,
          parameters: [
            ...Object.keys(filters ?? {}).map((name) => query(name, 'string')),
            ...(listDescribed === null ? [] : [{ ...query('h3', 'string'), ...listDescribed }]),
          ],
        },
      },
    },
  })
}
