import { Pool } from 'undici'
import { PATH_PREFIX } from '../contract/limits.ts'

/** A metered request over open sea, below the prefix. */
export const METERED = '/stats/current?lat=-48.88&lng=-123.39&radius_km=1'

/** Sends `count` metered requests over 32 connections to services in turn; returns the number of responses by status. */
export async function askMetered(
  urls: readonly string[],
  token: string,
  count: number,
): Promise<Record<number, number>> {
  const pools = urls.map((url) => new Pool(new URL(url).origin, { connections: 32 / urls.length }))
  const statuses: Record<number, number> = {}
  const askOnce = async (pool: Pool) => {
    const headers = { authorization: `Bearer ${token}` }
    const { statusCode, body } = await pool.request({ method: 'GET', path: `${PATH_PREFIX}${METERED}`, headers })
    await body.dump()
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
  }
  await Promise.all(Array.from({ length: count }, (_, i) => askOnce(pools[i % pools.length] as Pool)))
  await Promise.all(pools.map((pool) => pool.close()))
  return statuses
}
