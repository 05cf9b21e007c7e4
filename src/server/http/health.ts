import type { HttpBindings } from '@hono/node-server'
import type { Context, Env, Hono } from 'hono'

/** Paths of health checks, whose log lines would drown all others. */
export const WATCH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

/** `degraded`: something does not work, but requests are better sent here than nowhere. */
export type Readiness = 'ready' | 'degraded' | 'not ready'

/**
 * Adds the endpoints for load balancers and supervisors: `/healthz` shows that the process responds, `/readyz` whether
 * it should get requests. `readiness` throws when requests would fail; `onFault` gets each such error once, until there
 * is another or none.
 */
export function addHealth<E extends Env>(
  app: Hono<E>,
  options: { readiness: () => Promise<Readiness>; onFault: (error: unknown) => void },
): void {
  app.get('/healthz', (c) => (isSpelledOut(c) ? c.json({ status: 'ok' }, 200, NOT_KEPT) : c.notFound()))
  let known: string | null = null
  app.get('/readyz', async (c) => {
    if (!isSpelledOut(c)) return c.notFound()
    const noted = (error: unknown): Readiness => {
      if (String(error) !== known) options.onFault(error)
      known = String(error)
      return 'not ready'
    }
    const status = await options.readiness().catch(noted)
    if (status !== 'not ready') known = null
    return c.json({ status }, status === 'not ready' ? 503 : 200, NOT_KEPT)
  })
}

/** Balancers hide these paths from strangers by their spelling, and other spellings (`/%72eadyz`, `/x/../readyz`) match too. */
function isSpelledOut(c: Context): boolean {
  const { incoming } = c.env as Partial<HttpBindings>
  return incoming?.url === undefined || WATCH_PATHS.has(incoming.url.replace(/\?.*/s, ''))
}

const NOT_KEPT = { 'Cache-Control': 'no-store' }
