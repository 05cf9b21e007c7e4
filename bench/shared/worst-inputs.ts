import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import type { Server } from './program.ts'

/** A request of a worst input. */
export interface WorstRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** The input of a route that costs the most; a route may have several kinds of it. */
export interface WorstInput {
  /** As the server's table of routes has it: `GET /api/period`. */
  readonly route: string
  readonly what: string
  /** Sent at once, each on its own connection; `round` makes what is bought or cached differ from round to round. */
  requests(round: number): readonly WorstRequest[]
  /** Statuses that show that the input does what it should; 200 unless given. */
  readonly statuses?: readonly number[]
  /** Called before each round. */
  readonly before?: () => void
}

/** What a worst input did to a server. */
export interface Measured {
  /** The longest stop of the event loop, in ms: the least of the rounds, because a busy machine adds stops of its own. */
  readonly stopMs: number
  /** The memory that one connection held with requests that it did not read the responses of, in MB. */
  readonly heldMb: number
}

/** A round that is below the bound ends the measurement. */
const ROUNDS = 4
const AT_ONCE = 64
/** Requests that one connection sends without reading. */
const PIPELINED = 60
const UNREAD_MS = 1_500
const MB = 2 ** 20

/** Sends a worst input in several rounds, and then from one connection that reads nothing. */
export async function measureInput(server: Server, input: WorstInput, mostMs: number): Promise<Measured> {
  const origin = new URL(server.url).origin
  const pool = new Pool(origin, { connections: AT_ONCE, headersTimeout: 0, bodyTimeout: 0 })
  let stopMs = Number.POSITIVE_INFINITY
  try {
    for (let round = 0; round < ROUNDS && stopMs > mostMs; round++) {
      input.before?.()
      const requests = input.requests(round)
      await server.ask('stop')
      const statuses = await Promise.all(requests.map((request) => send(pool, request)))
      stopMs = Math.min(stopMs, await server.ask('stop'))
      refuseSurprises(input, statuses)
    }
  } finally {
    await pool.close()
  }
  const [request] = input.requests(ROUNDS)
  return { stopMs, heldMb: request === undefined ? 0 : await heldByOne(server, origin, request) }
}

async function send(pool: Pool, { method, path, headers = {}, body }: WorstRequest): Promise<number> {
  const answer = await pool.request({ method, path, headers, body: body ?? null })
  await answer.body.dump({ limit: Number.POSITIVE_INFINITY })
  return answer.statusCode
}

function refuseSurprises({ route, what, statuses: expected = [200] }: WorstInput, statuses: readonly number[]): void {
  const surprise = statuses.find((status) => !expected.includes(status))
  if (surprise === undefined) return
  throw new Error(`${route} (${what}): expected status ${expected.join(' or ')}, found ${surprise}`)
}

async function heldByOne(server: Server, origin: string, request: WorstRequest): Promise<number> {
  const { hostname, port } = new URL(origin)
  const before = await server.ask('bytes')
  const socket = connect({ host: hostname, port: Number(port) })
  socket.pause()
  // The server may cut the connection off.
  socket.on('error', () => {})
  socket.write(wire(request, hostname).repeat(PIPELINED))
  await sleep(UNREAD_MS)
  const held = (await server.ask('bytes')) - before
  socket.destroy()
  return Math.max(0, held) / MB
}

function wire({ method, path, headers = {}, body = '' }: WorstRequest, host: string): string {
  const all = { Host: host, 'Content-Length': String(Buffer.byteLength(body)), ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

/** Returns as many requests. */
export function times(count: number, request: (index: number) => WorstRequest): WorstRequest[] {
  return Array.from({ length: count }, (_, index) => request(index))
}
