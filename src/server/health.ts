import type { Env, Hono } from 'hono'

/**
 * Adds the endpoints for load balancers and supervisors: `/healthz` shows that the process responds, `/readyz` whether
 * it should get requests. `isReady` returns false or throws when requests would fail.
 */
export function addHealth<E extends Env>(
  app: Hono<E>,
  options: { isReady: () => Promise<boolean>; onFault: (error: unknown) => void },
): void {
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, NOT_KEPT))
  app.get('/readyz', async (c) => {
    const ready = await options.isReady().catch((error: unknown) => {
      options.onFault(error)
      return false
    })
    return ready ? c.json({ status: 'ready' }, 200, NOT_KEPT) : c.json({ status: 'not ready' }, 503, NOT_KEPT)
  })
}

const NOT_KEPT = { 'Cache-Control': 'no-store' }
