import { Pool, request } from 'undici'
import { writeCellList } from '../../src/contract/service/assumptions.ts'
import type { Cell } from '../../src/domain/cell.ts'
import type { Server } from './program.ts'
import { median, quantile } from './table.ts'

/** The result of one round of requests. */
export interface Round {
  readonly perSecond: number
  /** Processor time of the server for one request, in ms. */
  readonly cpuMs: number
  /** Latency of every request, in ms. */
  readonly latencies: readonly number[]
}

/** The requests to send: paths below the server's address, in turn. */
export interface Load {
  readonly server: Server
  readonly paths: readonly string[]
  readonly headers: Readonly<Record<string, string>>
}

/** How long to send. */
export interface Duration {
  readonly seconds: number
  /** Continues after that until this many are answered. */
  readonly requests?: number
  /** Requests under way at once. */
  readonly connections: number
}

/** Sends one request after the other on each connection. Throws on any status other than 200. */
export async function sendLoad(
  { server, paths, headers }: Load,
  { seconds, requests = 0, connections }: Duration,
): Promise<Round> {
  const { origin, pathname } = new URL(server.url)
  const prefix = pathname === '/' ? '' : pathname
  const pool = new Pool(origin, { connections, pipelining: 1 })
  const latencies: number[] = []
  const cpuBefore = await server.ask('cpu')
  const began = performance.now()
  const until = began + seconds * 1000
  let sent = 0
  const send = async () => {
    while (performance.now() < until || sent < requests) {
      const path = prefix + (paths[sent++ % paths.length] ?? '')
      const from = performance.now()
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers })
      if (statusCode !== 200)
        throw new Error(`${origin}${path}: expected status 200, found ${statusCode}: ${await body.text()}`)
      await body.arrayBuffer()
      latencies.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: connections }, send))
  const elapsed = (performance.now() - began) / 1000
  const cpuMs = ((await server.ask('cpu')) - cpuBefore) / latencies.length
  await pool.close()
  return { perSecond: latencies.length / elapsed, cpuMs, latencies }
}

/** Returns the body of a path's response; throws unless the status is 200. */
export async function ask({ server, headers }: Pick<Load, 'server' | 'headers'>, path: string): Promise<string> {
  const { statusCode, body } = await request(server.url + path, { headers })
  const text = await body.text()
  if (statusCode !== 200) throw new Error(`${path}: expected status 200, found ${statusCode}: ${text}`)
  return text
}

/** Returns the service's path for the figures of cells. */
export function statsPath(cells: readonly Cell[]): string {
  return `/stats/current?h3=${writeCellList(cells)}`
}

/** The headings for `roundCells`. */
export const ROUND_HEADINGS = ['requests/s', 'CPU ms/request', 'p50 ms', 'p99 ms']

/** Returns the columns of a table for rounds of one kind: medians of the rounds, and quantiles of all their requests. */
export function roundCells(rounds: readonly Round[]): string[] {
  const latencies = rounds.flatMap((round) => round.latencies)
  return [
    median(rounds.map(({ perSecond }) => perSecond)).toFixed(0),
    median(rounds.map(({ cpuMs }) => cpuMs)).toFixed(3),
    quantile(latencies, 0.5).toFixed(2),
    quantile(latencies, 0.99).toFixed(2),
  ]
}
