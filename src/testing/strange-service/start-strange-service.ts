import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { PATH_PREFIX } from '../../contract/limits.ts'
import type { Cell } from '../../domain/cell.ts'
import { answerMetered } from './answer-metered.ts'
import { freeBody } from './bodies/free-bodies.ts'
import { countBoughtTwice, type MeteredCall } from './bodies/metered-call.ts'
import { misbehave } from './misbehave.ts'
import { createRateWindow } from './rate-window.ts'
import { freeHeaders, takeRequest } from './response-headers.ts'
import { defaultRules } from './rules/default-rules.ts'
import { envelopeOf, Refused } from './rules/refused.ts'
import type { StrangeRules } from './rules/rules.ts'
import { type LensLike, type TrueFigure, truthUnder } from './rules/truth.ts'
import { refuseLength, sendJson } from './send.ts'
import type { ServiceState } from './service-state.ts'

/** A service on loopback that obeys the interface strictly unless its rules break it, and counts what is bought. */
export interface StrangeService {
  readonly url: string
  readonly token: string
  readonly rules: StrangeRules
  /** Every metered request, in order, refused ones included. */
  readonly calls: MeteredCall[]
  /** Targets of free requests, in order. */
  readonly free: string[]
  /** Metered calls that were charged. */
  readonly used: number
  /** Begins a new cycle with nothing used. */
  resetCycle(resetsAt: string): void
  /** Cells that several lists were answered with. */
  boughtTwice(): number
  /** Returns a cell's median price in US dollars under a lens, in a period: the current one unless given. */
  price(cell: Cell, lens?: LensLike, as_of?: string): number
  /** Returns the function that tells a cell's figures under a lens in a period; null where it has none. */
  truth(lens?: LensLike, as_of?: string): (cell: Cell) => TrueFigure | null
  /** Returns the body of a free request as it is sent without a fault. */
  freeText(path: string, query: string): string
  isListening(): boolean
  /** Refuses connections from now on, and breaks those that are open. */
  goDown(): Promise<void>
  /** Listens again at the same address. */
  comeBack(): Promise<void>
  close(): Promise<void>
}

// Long: a test's proxy runs in the same process, and must not take a connection that ended while it was computing.
const KEEP_ALIVE_MS = 60_000

/** Starts a strange service on a free port. */
export async function startStrangeService(changed: Partial<StrangeRules> = {}): Promise<StrangeService> {
  const rules = { ...defaultRules(), ...changed }
  const state: ServiceState = {
    token: 'svc_live_ro_0123456789abcdefTESTONLY',
    rules,
    calls: [],
    free: [],
    numbers: new Map(),
    windows: { metered: { ...createRateWindow(), left: null }, free: { ...createRateWindow(), left: null } },
    used: 0,
  }
  const server = createServer({ maxHeaderSize: 1_048_576, keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    void answer(state, request, response)
  })
  const port = await listenAnywhere(server)
  return {
    url: `http://127.0.0.1:${port}${PATH_PREFIX}`,
    token: state.token,
    rules,
    calls: state.calls,
    free: state.free,
    get used() {
      return state.used
    },
    resetCycle: (resetsAt) => {
      state.used = 0
      rules.resetsAt = resetsAt
    },
    boughtTwice: () => countBoughtTwice(state.calls),
    price: (cell, lens, as_of) =>
      truthUnder({ ...rules, hasFigures: () => true, isSparserUnderFilters: false, lands: null }, lens, as_of)(cell)
        ?.median_price ?? 0,
    truth: (lens, as_of) => truthUnder(rules, lens, as_of),
    freeText: (path, query) => textOf(freeBody(rules, state.used, path, new URLSearchParams(query))),
    isListening: () => server.listening,
    goDown: () => stopListening(server),
    comeBack: () => listen(server, port),
    close: () => stopListening(server),
  }
}

// Below the ports that the system gives away, so that no other server takes a service's port while it is down,
// and above those of freePort.
const PORTS = { first: 25_000, count: 7_000 }

async function listenAnywhere(server: Server): Promise<number> {
  for (;;) {
    const port = PORTS.first + Math.floor(Math.random() * PORTS.count)
    try {
      await listen(server, port)
      return port
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}

function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

async function answer(state: ServiceState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const target = request.url ?? ''
  const url = new URL(target, 'http://service')
  const path = url.pathname.slice(PATH_PREFIX.length)
  try {
    admit(state, path, request.headers.authorization)
    if (path === '/stats/current') await answerMetered(state, url.searchParams, target, response)
    else await answerFree(state, { path, target, query: url.searchParams }, response)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    sendJson(response, error.status, envelopeOf(error, state.rules, state.token), error.details.headers ?? {})
  }
}

function admit({ rules, token }: ServiceState, path: string, authorization: string | undefined): void {
  if (path === '/ping' || path === '/openapi.yaml') return
  const isKnown = authorization === `Bearer ${token}` && rules.credential !== 'revoked'
  if (!isKnown) throw new Refused('invalid_token')
  if (rules.credential === 'lapsed') throw new Refused('subscription_inactive')
}

async function answerFree(
  state: ServiceState,
  { path, target, query }: { path: string; target: string; query: URLSearchParams },
  response: ServerResponse,
): Promise<void> {
  const { rules, free, numbers, used } = state
  if (target.length > rules.urlLimit && rules.limitsFreeUrls) return refuseLength(rules, response)
  free.push(target)
  const number = (numbers.get(path) ?? 0) + 1
  numbers.set(path, number)
  if (rules.freeDelay > 0) await sleep(rules.freeDelay)
  const refusal = takeRequest(state, 'free')
  if (refusal !== null) throw refusal
  if (path === '/usage' && rules.usageFails) throw new Refused('internal_error')
  const headers = freeHeaders(state)
  const fault = rules.freeFault(path, number, query)
  const body = () => freeBody(rules, used, path, query)
  if (fault !== null) return misbehave(fault, response, headers, () => body() as Record<string, unknown>)
  const right = body()
  const type = typeof right === 'string' ? 'application/yaml' : 'application/json'
  response.writeHead(200, { 'Content-Type': type, ...headers }).end(textOf(right))
}

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}
