import type { Env, Hono } from 'hono'

/**
 * Adds what load balancers and supervisors ask: `/healthz`, whether the process answers, and `/readyz`, whether it should
 * be sent requests. Both say nothing else; `isReady` throws or answers false where requests could not be answered.
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
