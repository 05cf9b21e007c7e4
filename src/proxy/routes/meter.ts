import type { Handler } from 'hono'
import type { MeterReader } from '../io/meter.ts'

/** `GET /api/meter`. */
export function meterRoute(meter: MeterReader): Handler {
  return async (c) => {
    c.header('Cache-Control', 'no-store')
    return c.json(await meter.read())
  }
}
