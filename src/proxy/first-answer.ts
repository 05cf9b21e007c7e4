import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'
import type { H, RouterRoute } from 'hono/types'

type Router = SmartRouter<[H, RouterRoute]>
type Matched = ReturnType<Router['match']>

/**
 * Hono's router, without the routes behind the first one that answers: none of ours passes a request on. Hono calls a route
 * that stands alone directly, and creates several promises for each that does not. Each request is matched twice, for its
 * route and for its line in the log, so the last match is kept.
 */
export function firstAnswerRouter(): Pick<Router, 'name' | 'add' | 'match'> {
  const router: Router = new SmartRouter({ routers: [new RegExpRouter(), new TrieRouter()] })
  let last: { method: string; path: string; matched: Matched } | null = null
  return {
    name: router.name,
    add: (...route) => router.add(...route),
    match: (method, path) => {
      if (last?.method !== method || last.path !== path) {
        last = { method, path, matched: untilAnswer(router.match(method, path)) }
      }
      return last.matched
    },
  }
}

function untilAnswer(matched: Matched): Matched {
  const [routes, ...values] = matched
  // Middleware has a second parameter, by which Hono tells them apart as well.
  const first = routes.findIndex(([[handler]]) => handler.length < 2)
  if (first < 0 || first === routes.length - 1) return matched
  return [routes.slice(0, first + 1), ...values] as Matched
}
