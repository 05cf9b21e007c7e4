import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ERROR_STATUS, type ErrorCode } from '../contract/errors.ts'
import { HEADERS, PATH_PREFIX } from '../contract/limits.ts'
import { type Cell, cellResolution, isResolution, parseCell } from '../domain/cell.ts'
import { freeBody, priceOf, statsBody } from './fault-bodies.ts'
import { defaultRules, type Fault, type FaultRules } from './fault-rules.ts'

export interface MeteredCall {
  readonly cells: readonly Cell[]
  readonly bytes: number
  readonly lens: Readonly<Record<string, string>>
  readonly answered: boolean
}

/** A small service on loopback that keeps the interface strictly where it is not told to break it. */
export interface FaultService {
  readonly url: string
  readonly token: string
  readonly rules: FaultRules
  /** Every metered request, in order, refused ones included. */
  readonly calls: MeteredCall[]
  /** Targets of free requests, in order. */
  readonly free: string[]
  /** The median price that a cell has, which tests can work out too. */
  price(cell: Cell): number
  close(): Promise<void>
}

const DOCS_URL = 'https://service.example/docs'

class Refused extends Error {
  readonly code: string
  readonly status: number
  readonly headers: Record<string, string>

  constructor(
    code: string,
    status: number = ERROR_STATUS[code as ErrorCode] ?? 500,
    headers: Record<string, string> = {},
  ) {
    super(`refused with ${code}`)
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
    state.free.push(target)
    if (path === '/usage' && state.rules.usageFails) throw new Refused('internal_error')
    const body = freeBody(state.rules, state.used, path, url.searchParams)
    if (body === null) throw new Refused('not_found')
    send(response, 200, body, freeHeaders())
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    // An echoed credential is what a careless service may do; nothing of it may reach a browser.
    const message = `Refused (credential ${state.token}).`
    const body = { error: error.code, message, docs_url: DOCS_URL, request_id: 'req-1', unknown_key: true }
    send(response, error.status, body, error.headers)
  }
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string>): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
}

function freeHeaders(): Record<string, string> {
  return {
    [HEADERS.quotaGroup]: 'metadata',
    [HEADERS.quotaLimit]: 'uncounted',
    [HEADERS.rateLimit]: '600',
    [HEADERS.rateRemaining]: '599',
  }
}

async function answerStats(
  state: State,
  query: URLSearchParams,
  target: string,
  response: ServerResponse,
): Promise<void> {
  const { rules } = state
  const { h3 = '', ...lens } = Object.fromEntries(query)
  const cells = h3.split(',').map(readCell)
  const record = (answered: boolean) => state.calls.push({ cells, bytes: target.length, lens, answered })
  if (rules.delay > 0) await new Promise((resolve) => setTimeout(resolve, rules.delay))
  if (target.length > rules.urlLimit) {
    record(false)
    if (rules.resetsLongUrls) return void response.destroy()
    return void response.writeHead(414, { 'Content-Type': 'text/html' }).end('<h1>414 URI Too Long</h1>')
  }
  const refusal = refusalOf(state, cells)
  const fault = rules.faults.shift()
  record(fault === undefined && refusal === null)
  const headers = quotaHeaders(state)
  if (fault !== undefined) return misbehave(fault, response, headers)
  if (refusal !== null) throw new Refused(refusal, ERROR_STATUS[refusal], headers)
  state.used++
  send(response, 200, statsBody(rules, cells, lens), quotaHeaders(state))
}

/** What a service that keeps the interface says no to, in the order in which ours does. */
function refusalOf({ rules, used }: State, cells: readonly Cell[]): ErrorCode | null {
  const [resolution = 0, ...others] = new Set(cells.map(cellResolution))
  if (others.length > 0 || !isResolution(resolution)) return 'invalid_parameter'
  if (resolution > rules.finestResolution) return 'resolution_not_in_plan'
  if (cells.length > rules.cellBudget) return 'too_many_hexes'
  return used >= rules.allowance ? 'quota_exhausted' : null
}

function readCell(raw: string): Cell {
  const cell = parseCell(raw)
  if (cell === null) throw new Refused('invalid_parameter')
  return cell
}

function misbehave(fault: Fault, response: ServerResponse, headers: Record<string, string>): void {
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
  }
}

function quotaHeaders({ rules, used }: State): Record<string, string> {
  return {
    [HEADERS.quotaGroup]: 'current',
    [HEADERS.quotaLimit]: String(rules.allowance),
    [HEADERS.quotaUsed]: String(used),
    [HEADERS.quotaReset]: rules.resetsAt,
    [HEADERS.rateLimit]: '60',
    [HEADERS.rateRemaining]: '59',
  }
}
