import type { Handler } from 'hono'
import type { CircleResolutions } from '../../contract/area.ts'
import { invalid } from '../../contract/parsed.ts'
import { refuseValue } from '../access/answers.ts'
import { circleResolutions } from '../hints/circle-resolutions.ts'
import type { MarketGround } from '../hints/ground/market-ground.ts'
import { readAreaQuery } from './areas.ts'

const NO_CIRCLE =
  'expected lat, lng and radius_km: /coverage has the resolutions of a place’s country, and a circle around a polygon or a cell has those of its markets'

/** `GET /api/resolutions?lat=&lng=&radius_km=`: returns the resolutions of the markets around a circle. Spends nothing. */
export function circleResolutionsRoute(ground: MarketGround): Handler {
  return async (c) => {
    const selector = readAreaQuery(c.req.query())
    if (selector.kind === 'invalid') return refuseValue(c, selector)
    if (!('radius_km' in selector.value)) {
      return refuseValue(c, invalid(Object.keys(selector.value)[0] ?? 'radius_km', NO_CIRCLE))
    }
    const resolutions = [...(await circleResolutions(ground, selector.value))]
    c.header('Cache-Control', 'no-store')
    return c.json({ resolutions } satisfies CircleResolutions)
  }
}
