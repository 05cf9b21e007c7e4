import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { purchaseEvent } from '../../src/contract/proxy-api.ts'
import type { Cell } from '../../src/domain/cell.ts'
import type { StrangeService } from '../../src/testing/strange-service/start-strange-service.ts'
import { countWrongInTile } from '../../src/testing/strange-visits/wrong-figures.ts'

const TILES = 6
/** Milliseconds that a viewer looks at a view. */
const LOOK_MS = 2_000

/** What all viewers together have seen. */
export interface Seen {
  views: number
  tiles: number
  wrong: number
  cutOff: number
  /** Refusals, and statuses other than 200, by code. */
  readonly refused: Map<string, number>
}

/** Where viewers look: the proxies of the moment, and the ground of the moment. */
export interface Scene {
  readonly service: StrangeService
  urlOf(viewer: number): string
  ground(): readonly Cell[]
}

/** Views the ground again and again until `over`, each viewer from its own address behind a reverse proxy. */
export async function watchOn(scene: Scene, viewers: number, seen: Seen, over: AbortSignal): Promise<void> {
  const pools = new Map<string, Pool>()
  const view = async (viewer: number) => {
    const url = scene.urlOf(viewer)
    const pool = pools.get(url) ?? new Pool(url, { connections: viewers })
    pools.set(url, pool)
    const ground = scene.ground()
    const first = Math.floor(Math.random() * Math.max(1, ground.length - TILES))
    try {
      await viewOnce(scene, pool, viewer, ground.slice(first, first + TILES), seen)
    } catch (error) {
      // The proxy was killed.
      if (!isCutOff(error)) throw error
      seen.cutOff++
    }
  }
  const stay = async (viewer: number) => {
    while (!over.aborted) {
      await view(viewer)
      await sleep(Math.random() * 2 * LOOK_MS, undefined, { signal: over }).catch(() => {})
    }
  }
  await Promise.all(Array.from({ length: viewers }, (_, viewer) => stay(viewer)))
  await Promise.all([...pools.values()].map((pool) => pool.destroy()))
}

async function viewOnce(
  { service }: Scene,
  pool: Pool,
  viewer: number,
  parents: readonly Cell[],
  seen: Seen,
): Promise<void> {
  const headers = {
    'Content-Type': 'application/json',
    'X-Forwarded-For': `198.51.${Math.floor(viewer / 250)}.${1 + (viewer % 250)}`,
  }
  const body = JSON.stringify({ as_of: '2026-11-01', lens: 'default', resolution: 8, parents })
  const answer = await pool.request({ method: 'POST', path: '/api/purchases', headers, body })
  const text = await answer.body.text()
  seen.views++
  if (answer.statusCode !== 200) return count(seen, String(answer.statusCode))
  const truth = service.truth()
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const event = purchaseEvent.parse(JSON.parse(line))
    if (event.type === 'refused') count(seen, event.refusal.code)
    if (event.type !== 'tile') continue
    seen.tiles++
    seen.wrong += countWrongInTile(Buffer.from(event.bytes, 'base64'), truth)
  }
}

function count({ refused }: Seen, code: string): void {
  refused.set(code, (refused.get(code) ?? 0) + 1)
}

function isCutOff(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('UND_ERR') || code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === 'EPIPE'
}
