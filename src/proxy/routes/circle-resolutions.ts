import type { Handler } from 'hono'
import type { CircleResolutions } from '../../contract/area.ts'
import { invalid } from '../../contract/parsed.ts'
import { refuseValue } from '../access/answers.ts'
import { circleResolutions } from '../hints/circle-resolutions.ts'
import type { MarketGround } from '../hints/market-ground.ts'
import { readAreaQuery } from './areas.ts'

const NO_PLACE = 'expected lat, lng and radius_km, found geo_id: /coverage has the resolutions of its country'

/** `GET /api/resolutions?lat=&lng=&radius_km=`: returns the resolutions of the markets around a circle. Spends nothing. */
export function circleResolutionsRoute(ground: MarketGround): Handler {
  return async (c) => {
    const selector = readAreaQuery(c.req.query())
    if (selector.kind === 'invalid') return refuseValue(c, selector)
    if ('geo_id' in selector.value) return refuseValue(c, invalid('geo_id', NO_PLACE))
    const resolutions = [...(await circleResolutions(ground, selector.value))]
    c.header('Cache-Control', 'no-store')
    return c.json({ resolutions } satisfies CircleResolutions)
  }
}
