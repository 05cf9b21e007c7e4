import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { ERROR_STATUS, type ErrorCode } from '../contract/errors.ts'
import { HEADERS, PATH_PREFIX } from '../contract/limits.ts'
import { type Cell, cellResolution, isResolution } from '../domain/cell.ts'
import { freeBody, priceOf, statsBody } from './fault-bodies.ts'
import { defaultRules, type Fault, type FaultRules } from './fault-rules.ts'
import { readTerritory, type Territory } from './fault-territory.ts'

export interface MeteredCall {
  readonly selector: 'h3' | 'circle' | 'geo_id'
  /** The cells in the list, the circle or the place. */
  readonly cells: readonly Cell[]
  readonly bytes: number
  readonly lens: Readonly<Record<string, string>>
  readonly answered: boolean
}

/** A small service on loopback that obeys the interface strictly unless its rules break it. */
export interface FaultService {
  readonly url: string
  readonly token: string
  readonly rules: FaultRules
  /** Every metered request, in order, refused ones included. */
  readonly calls: MeteredCall[]
  /** Targets of free requests, in order. */
  readonly free: string[]
  /** Returns a cell's median price. */
  price(cell: Cell): number
  close(): Promise<void>
}

const SELECTORS = new Set(['geo_id', 'h3', 'lat', 'lng', 'radius_km', 'res'])
const DOCS_URL = 'https://service.example/docs'

class Refused extends Error {
  readonly code: string
  readonly status: number
  readonly headers: Record<string, string>

  readonly more: object

  constructor(
    code: string,
    status: number = ERROR_STATUS[code as ErrorCode] ?? 500,
    headers: Record<string, string> = {},
    more: object = {},
  ) {
    super(`refused with ${code}`)
    this.more = more
    this.code = code
    this.status = status
    this.headers = headers
  }
}

/** Starts a fault service on a free port. */
export async function startFaultService(changed: Partial<FaultRules> = {}): Promise<FaultService> {
  const service = {
    token: 'svc_live_ro_0123456789abcdefTESTONLY',
    rules: { ...defaultRules(), ...changed },
    calls: [] as MeteredCall[],
    free: [] as string[],
    price: priceOf,
    used: 0,
  }
  const server = createServer({ maxHeaderSize: 1_048_576 }, (request, response) => {
    void answer(service, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH_PREFIX}`
  return Object.assign(service, { url, close: () => closeServer(server) })
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

type State = Omit<FaultService, 'url' | 'close'> & { used: number }

async function answer(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const target = request.url ?? ''
  const url = new URL(target, 'http://service')
  const path = url.pathname.slice(PATH_PREFIX.length)
  try {
    const isOpen = path === '/ping' || path === '/openapi.yaml'
    if (!isOpen && request.headers.authorization !== `Bearer ${state.token}`) throw new Refused('invalid_token')
    if (path === '/stats/current') return await answerStats(state, url.searchParams, target, response)
    if (target.length > state.rules.urlLimit && state.rules.limitsFreeUrls) return refuseLength(state, response)
    state.free.push(target)
    if (path === '/usage' && state.rules.usageFails) throw new Refused('internal_error')
    const body = freeBody(state.rules, state.used, path, url.searchParams)
    if (body === null) throw new Refused('not_found')
    const headers = freeHeaders(state.rules)
    const fault = state.rules.freeFault(path)
    if (fault !== null) return misbehave(fault, response, headers, body as Record<string, unknown>)
    send(response, 200, body, headers)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    // A careless service may echo the credential; the proxy must not pass it on to a browser.
    const message = `Refused (credential ${state.token}).`
    const body = {
      error: error.code,
      message,
      docs_url: DOCS_URL,
      request_id: 'req-1',
      unknown_key: true,
      ...error.more,
      ...state.rules.refusalExtras,
    }
    send(response, error.status, body, error.headers)
  }
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string>): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
}

function refuseLength({ rules }: State, response: ServerResponse): void {
  if (rules.resetsLongUrls) return void response.destroy()
  response.writeHead(414, { 'Content-Type': 'text/html' }).end('<h1>414 URI Too Long</h1>')
}

function freeHeaders({ freeRemaining }: FaultRules): Record<string, string> {
  return {
    [HEADERS.quotaGroup]: 'metadata',
    [HEADERS.quotaLimit]: 'uncounted',
    [HEADERS.rateLimit]: '600',
    [HEADERS.rateRemaining]: String(freeRemaining),
  }
}

async function answerStats(
  state: State,
  query: URLSearchParams,
  target: string,
  response: ServerResponse,
): Promise<void> {
  const { rules } = state
  const territory = readTerritory(rules, query)
  const lens = Object.fromEntries([...query].filter(([name]) => !SELECTORS.has(name)))
  const { selector, cells } = territory
  const record = (answered: boolean) => state.calls.push({ selector, cells, bytes: target.length, lens, answered })
  if (rules.delay > 0) await new Promise((resolve) => setTimeout(resolve, rules.delay))
  if (target.length > rules.urlLimit) {
    record(false)
    return refuseLength(state, response)
  }
  const refusal = refusalOf(state, territory, lens.currency)
  const fault = rules.faults.shift()
  record(fault === undefined && refusal === null)
  const headers = quotaHeaders(state)
  if (fault !== undefined) {
    if (fault.kind === 'changed') state.used++
    return misbehave(fault, response, headers, statsBody(rules, cells, lens))
  }
  if (refusal !== null) throw new Refused(refusal.code, ERROR_STATUS[refusal.code], headers, refusal)
  state.used++
  send(response, 200, statsBody(rules, cells, lens), quotaHeaders(state))
}

/** Returns the refusal that the interface demands, checked in the same order as in our service; null for none. */
function refusalOf(
  { rules, used }: State,
  territory: Territory,
  currency = 'USD',
): { code: ErrorCode; parameter?: string; limit?: number } | null {
  if (!territory.isUnderstood) return { code: rules.styleRefusal ?? 'invalid_parameter', parameter: 'h3' }
  const [resolution = 0, ...others] = new Set(territory.cells.map(cellResolution))
  if (others.length > 0 || !isResolution(resolution)) return { code: 'invalid_parameter' }
  if (territory.cells.some((cell) => rules.unitsPerUsd(currency, cell) === null)) {
    return { code: 'invalid_parameter', parameter: 'currency' }
  }
  if (resolution > rules.finestResolution) return { code: 'resolution_not_in_plan' }
  const limit = typeof rules.cellBudget === 'number' ? rules.cellBudget : (rules.cellBudget[resolution] ?? 0)
  if (territory.cost > limit) return { code: 'too_many_hexes', ...(rules.namesLimit ? { limit } : {}) }
  return used >= rules.allowance ? { code: 'quota_exhausted' } : null
}

function misbehave(
  fault: Fault,
  response: ServerResponse,
  headers: Record<string, string>,
  right: Record<string, unknown>,
): void {
  switch (fault.kind) {
    case 'code':
      throw new Refused(fault.code, fault.status, { ...headers, ...fault.headers })
    case 'status':
      return void response.writeHead(fault.status, { 'Content-Type': 'text/html', ...fault.headers }).end(fault.body)
    case 'body':
      return void response
        .writeHead(200, { 'Content-Type': fault.contentType ?? 'application/json', ...headers })
        .end(fault.body)
    case 'truncate':
      return void response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end('{"as_of":"2026-11-01","stats":[{')
    case 'reset':
      return void response.destroy()
    case 'reset_midway':
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '5000', ...headers })
      return void response.write('{"as_of":"2026-11-01","stats":[{', () => response.destroy())
    case 'hang':
      return
    case 'drip':
      return void drip(response, headers)
    case 'changed':
      return void sendChanged(fault, response, headers, right)
  }
}

const DRIP_MS = 20

function drip(response: ServerResponse, headers: Record<string, string>): void {
  response.writeHead(200, { 'Content-Type': 'application/json', ...headers })
  const timer = setInterval(() => response.write(' '), DRIP_MS)
  response.on('close', () => clearInterval(timer))
}

function sendChanged(
  { change = (body) => body, encoding, contentType = 'application/json' }: Extract<Fault, { kind: 'changed' }>,
  response: ServerResponse,
  headers: Record<string, string>,
  right: Record<string, unknown>,
): void {
  const body = JSON.stringify(change(right))
  const encoded = encoding === 'gzip' ? gzipSync(body) : encoding === 'br' ? brotliCompressSync(body) : body
  const named: Record<string, string> = encoding === undefined ? {} : { 'Content-Encoding': encoding }
  response.writeHead(200, { 'Content-Type': contentType, ...headers, ...named }).end(encoded)
}

function quotaHeaders({ rules, used }: State): Record<string, string> {
  if (!rules.tellsQuota) return {}
  return {
    [HEADERS.quotaGroup]: 'current',
    [HEADERS.quotaLimit]: String(rules.allowance),
    [HEADERS.quotaUsed]: String(used),
    [HEADERS.quotaReset]: rules.resetsAt,
    [HEADERS.rateLimit]: '60',
    [HEADERS.rateRemaining]: '59',
  }
}
