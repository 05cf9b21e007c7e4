import type { MiddlewareHandler } from 'hono'
import { Refusal } from './refusal.ts'

/** Most different parameters of one address. No endpoint has twenty, and reading ten thousand holds up all other requests. */
const MOST_NAMES = 1_000

/** Refuses an address with more parameters than anybody can mean. A list of cells is one parameter, however it is written. */
export const boundNames: MiddlewareHandler = async (c, next) => {
  if (hasTooManyNames(c.req.url)) {
    throw new Refusal('malformed_request', `the address has more than ${MOST_NAMES} different parameters`)
  }
  await next()
}

function hasTooManyNames(url: string): boolean {
  const query = url.slice(url.indexOf('?') + 1)
  if (query.length < MOST_NAMES) return false
  const names = new Set<string>()
  for (const [, name = ''] of query.matchAll(/(?:^|&)([^=&]*)/g)) {
    if (names.add(name).size > MOST_NAMES) return true
  }
  return false
}
