import type { MiddlewareHandler } from 'hono'
import { CELLS_PER_TILE } from '../../domain/tile.ts'
import type { Savings } from '../spending/savings.ts'

/** Counts the cells of each tile that is sent, body and all. Under a pentagon there are fewer, and all pentagons lie in the sea. */
export function countSaved(savings: Savings): MiddlewareHandler {
  return async (c, next) => {
    await next()
    if (c.req.method === 'GET' && c.res.status === 200) savings.add(CELLS_PER_TILE)
  }
}
