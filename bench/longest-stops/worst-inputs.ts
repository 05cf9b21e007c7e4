import { setMaxListeners } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import type { Restarting, Server } from '../shared/program.ts'

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
  /**
   * Statuses that show that the input does what it should; the first one must occur. 200 unless given. Refusals by a
   * documented limit, which say when to come back, may occur too.
   */
  readonly statuses?: readonly number[]
  /** Called before each round. */
  readonly before?: () => void
}

/** What a worst input did to a server. */
export interface Measured {
  /** The longest stop of the event loop, in ms: of the first round with the input and of another one. */
  readonly stopMs: number
  /** The memory that one connection held with requests that it did not read the responses of, in MB. */
  readonly heldMb: number
  /** The same for `UNREAD_CONNECTIONS` connections of one address. */
  readonly addressMb: number
  /** Why the input did not do what it should; null when it did. */
  readonly fault: string | null
}

/** The first time that an input is sent, what it needs has not been read yet. */
const ROUNDS = 2
/** Measurements above the bound are repeated with a server that was just started; the least counts. */
const TRIES = 3
/** Rounds all of whose requests were refused by a limit, because earlier work goes on, are sent again. */
const PATIENCE = { tries: 20, ms: 1_000 } as const
/** The server has come to rest when its event loop did not stop for longer than this in so many looks in succession. */
const REST = { stopMs: 8, looks: 3, lookMs: 150, mostLooks: 200 } as const
/** A round that takes longer is given up, and is the last; a busy machine makes it several times as long. */
const LONGEST_ROUND_MS = 120_000
const AT_ONCE = 64
/** Connections that one address opens without reading from any. */
const UNREAD_CONNECTIONS = 64
/** Requests that one connection sends without reading. */
const PIPELINED = 60
const UNREAD_MS = 1_500
const LOOKS = 3
const MB = 2 ** 20

/** What measures: the server under attack, and what knows how busy the machine is. */
export interface Measuring {
  readonly server: Restarting
  readonly pace: Server
}

/** What an input may do; what is above it is measured again. */
export interface Most {
  readonly stopMs: number
  readonly heldMb: number
  readonly addressMb: number
}

/** Sends a worst input in several rounds, and then from connections that read nothing. */
export async function measureInput(measuring: Measuring, input: WorstInput, most: Most): Promise<Measured> {
  const { server } = measuring
  let stopMs = Number.POSITIVE_INFINITY
  let fault: string | null = null
  for (let tries = 0; tries < TRIES && stopMs > most.stopMs && fault === null; tries++) {
    if (tries > 0) await server.restart()
    const tried = await measureRounds(measuring, input, tries)
    stopMs = Math.min(stopMs, tried.stopMs)
    fault = tried.fault
  }
  const unread = input.requests(TRIES * ROUNDS)
  const heldMb = await heldWith(server, unread, { connections: 1, mostMb: most.heldMb })
  const addressMb = await heldWith(server, unread, { connections: UNREAD_CONNECTIONS, mostMb: most.addressMb })
  return { stopMs, heldMb, addressMb, fault }
}

async function measureRounds(
  { server, pace }: Measuring,
  input: WorstInput,
  tries: number,
): Promise<Pick<Measured, 'stopMs' | 'fault'>> {
  let stopMs = 0
  let fault: string | null = null
  for (let round = 0; round < ROUNDS && fault === null; round++) {
    // Work for the previous input may still be ending.
    await comeToRest(server)
    input.before?.()
    await Promise.all([server.ask('stop'), pace.ask('pace')])
    fault = await sendPatiently(new URL(server.url).origin, input, tries * ROUNDS + round)
    const [stop, slowed] = await Promise.all([server.ask('stop'), pace.ask('pace')])
    stopMs = Math.max(stopMs, stop / slowed)
    console.error(
      `${input.route} (${input.what}), ${tries + 1}.${round + 1}: ${stop.toFixed(0)} ms, machine slower by ${slowed.toFixed(2)}`,
    )
  }
  return { stopMs, fault }
}

async function sendPatiently(origin: string, input: WorstInput, round: number): Promise<string | null> {
  for (let tries = 1; ; tries++) {
    const sent = await sendRound(origin, input, round)
    if (sent !== ONLY_LIMITS || tries === PATIENCE.tries) return sent
    await sleep(PATIENCE.ms)
  }
}

/** Waits until the server has ended what it was doing. */
async function comeToRest(server: Server): Promise<void> {
  let calm = 0
  for (let look = 0; calm < REST.looks && look < REST.mostLooks; look++) {
    await server.ask('stop')
    await sleep(REST.lookMs)
    calm = (await server.ask('stop')) <= REST.stopMs ? calm + 1 : 0
  }
}

/** Sends all requests of a round at once; returns what went wrong, or null. */
async function sendRound(origin: string, input: WorstInput, round: number): Promise<string | null> {
  const pool = new Pool(origin, { connections: AT_ONCE, headersTimeout: 0, bodyTimeout: 0 })
  const signal = AbortSignal.timeout(LONGEST_ROUND_MS)
  setMaxListeners(0, signal)
  try {
    const requests = input.requests(round)
    return faultOf(input, await Promise.all(requests.map((request) => send(pool, request, signal))))
  } catch (error) {
    if (!signal.aborted) throw error
    return `not done in ${LONGEST_ROUND_MS / 1_000} s`
  } finally {
    await pool.destroy()
  }
}

async function send(
  pool: Pool,
  { method, path, headers = {}, body }: WorstRequest,
  signal: AbortSignal,
): Promise<Answered> {
  const answer = await pool.request({ method, path, headers, body: body ?? null, signal })
  await answer.body.dump({ limit: Number.POSITIVE_INFINITY, signal })
  const { statusCode: status, headers: sent } = answer
  return { status, isLimit: (status === 429 || status === 503) && sent['retry-after'] !== undefined }
}

interface Answered {
  readonly status: number
  /** Refused because a limit was reached, with the time to come back. */
  readonly isLimit: boolean
}

const ONLY_LIMITS = 'all refused'

function faultOf({ statuses: expected = [200] }: WorstInput, answers: readonly Answered[]): string | null {
  const surprise = answers.find(({ status, isLimit }) => !isLimit && !expected.includes(status))
  if (surprise !== undefined) return `status ${surprise.status}`
  if (answers.every(({ isLimit }) => isLimit)) return ONLY_LIMITS
  const statuses = new Set(answers.map(({ status }) => status))
  return statuses.has(expected[0] ?? 200) ? null : `only ${[...statuses].join(', ')}`
}

/** Clients that have sent requests without reading; each has an address of its own, as limits count by address. */
let unreadClients = 0

/** Returns the memory in MB that connections of one address hold which send requests and read nothing. */
function heldWith(server: Server, requests: readonly WorstRequest[], holding: Holding): Promise<number> {
  const { hostname } = new URL(server.url)
  const bytes = requests.map((request) => wire(request, hostname).repeat(PIPELINED))
  return heldBy(server, (index) => bytes[index % bytes.length] ?? '', holding)
}

/** Connections of one address, and the memory in MB that they may hold. */
export interface Holding {
  readonly connections: number
  readonly mostMb: number
}

/**
 * Returns the memory in MB that connections of one address hold, each after it has sent its bytes; nothing is read. Work
 * for earlier requests can end late on a busy machine, so more than they may hold is measured again, and the least counts.
 */
export async function heldBy(
  server: Server,
  bytesOf: (index: number) => string,
  { connections, mostMb }: Holding,
): Promise<number> {
  let held = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < TRIES && held > mostMb; tries++) {
    held = Math.min(held, await heldOnce(server, bytesOf, connections))
  }
  return held
}

async function heldOnce(server: Server, bytesOf: (index: number) => string, connections: number): Promise<number> {
  await comeToRest(server)
  const { hostname, port } = new URL(server.url)
  const localAddress = `127.0.1.${++unreadClients}`
  const before = await server.ask('bytes')
  const sockets = Array.from({ length: connections }, (_, index) => {
    const socket = connect({ host: hostname, port: Number(port), localAddress })
    socket.pause()
    // The server may cut the connection off.
    socket.on('error', () => {})
    socket.write(bytesOf(index))
    return socket
  })
  await sleep(UNREAD_MS)
  let held = Number.POSITIVE_INFINITY
  // Work in progress needs memory too, but only what stays is held.
  for (let look = 0; look < LOOKS; look++) {
    held = Math.min(held, (await server.ask('bytes')) - before)
    await sleep(REST.lookMs)
  }
  for (const socket of sockets) socket.destroy()
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
