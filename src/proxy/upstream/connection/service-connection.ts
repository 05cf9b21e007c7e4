import type { Logger } from 'pino'
import { buildConnector, type Dispatcher, errors, Pool, ProxyAgent } from 'undici'
import packageJson from '../../../../package.json' with { type: 'json' }
import { IDEMPOTENCY_KEY } from '../../../contract/limits.ts'
import { currentRequestId, REQUEST_ID_HEADER } from '../../../server/http/request-id.ts'
import { createRepeatedFaults } from '../../../server/storage/repeated-faults.ts'
import { inTurns } from '../../../server/work/turns.ts'
import { type CallKeys, createCallKeys } from './call-keys.ts'
import { type Carried, type Credentials, type RereadCredentials, watchCredentials } from './credentials.ts'
import { decodeBody, inUtf8, joinBody, UnreadableBody } from './decode-body.ts'
import { dropContinue } from './drop-continue.ts'
import { endpointOf } from './endpoint-of.ts'
import { MOST_MOVES, movedTarget } from './moved-target.ts'
import type { Failure, RawAnswer } from './service-answer.ts'
import type { Scrubber } from './without-token.ts'

/** The two groups of the service's endpoints: those that cost, and the others. */
export type Group = 'metered' | 'free'

interface AnswerLimits {
  /** Longest time from the request to the end of the response, in milliseconds: a server that drips bytes is never idle. */
  readonly longest: number
  /** Most bytes of a body. */
  readonly maxAnswer: number
}

/** Times are in milliseconds. */
export interface ConnectionLimits {
  readonly connect: number
  /** Longest wait for the response head, and between two chunks of the body. */
  readonly silence: number
  /** Long, because a metered answer is paid for. */
  readonly metered: AnswerLimits
  /** A free request can be repeated, and somebody waits for it. */
  readonly free: AnswerLimits
}

const MEGABYTE = 1024 * 1024

/** More requests at once wait for a connection. */
export const MOST_CONNECTIONS = 64

const DEFAULT_CONNECTION_LIMITS: ConnectionLimits = {
  connect: 5_000,
  silence: 60_000,
  metered: { longest: 180_000, maxAnswer: 32 * MEGABYTE },
  free: { longest: 8_000, maxAnswer: 8 * MEGABYTE },
}

export type Fetched = { kind: 'answer'; answer: RawAnswer } | { kind: 'failed'; failure: Failure }

/**
 * The only way to the service: GET requests with the credentials and the request's id. Nothing that it returns contains
 * them.
 */
export interface ServiceConnection {
  /** Path prefix of the service, without a slash at its end. */
  readonly basePath: string
  /**
   * `target` is path and query as they go into the request line; `key` names a metered call whose sender remembers it.
   * Never rejects.
   */
  get(target: string, group: Group, key?: string): Promise<Fetched>
  close(): Promise<void>
}

/**
 * Connects to a base URL such as `http://127.0.0.1:8787/public/v1`; throws when URL or token cannot be used. Unless
 * `reread` is given, the credentials never change; unless `keys` are, no other process knows the keys of metered calls.
 * `outboundProxy` is the address of an HTTP proxy that opens the connections.
 */
export function connectService(
  options: {
    baseUrl: string
    token: string
    headers?: Credentials['headers']
    reread?: RereadCredentials | null
    outboundProxy?: string | null
    log?: Pick<Logger, 'info' | 'warn'>
    keys?: CallKeys
  },
  limits: ConnectionLimits = DEFAULT_CONNECTION_LIMITS,
): ServiceConnection {
  const {
    token,
    headers: besides = {},
    reread = null,
    outboundProxy = null,
    log = null,
    keys = createCallKeys(),
  } = options
  const base = parseBaseUrl(options.baseUrl)
  const credentials = watchCredentials({ token, headers: besides }, reread, log)
  const basePath = base.pathname.replace(/\/+$/, '')
  const pool = openPool(base.origin, outboundProxy, limits)
  const headers = {
    accept: 'application/json, */*;q=0.5',
    // Firewalls block requests that do not say which program sends them.
    'user-agent': `squaremetre/${packageJson.version}`,
  }
  const warn = { error: (fields: object, text: string) => log?.warn(fields, text) }
  const report = createRepeatedFaults(warn, 'the service cannot be reached')
  const send: Send = async ({ target, group, key: given }, carried) => {
    try {
      const isKept = group === 'metered' && given === undefined
      const key = given ?? (isKept ? await keys.take(target) : null)
      const requestId = currentRequestId()
      const sent = {
        ...headers,
        ...carried.headers,
        ...(requestId !== undefined && { [REQUEST_ID_HEADER]: requestId }),
        // A balancer before the service may then send it again.
        ...(key !== null && { [IDEMPOTENCY_KEY]: key }),
      }
      const { origin } = base
      const read = (path: string) => readWhole(pool, { origin, path, method: 'GET', headers: sent }, limits[group])
      const { pieces, ...answer } = await readMoved(read, target, base)
      // A call that broke off, or failed in the service, may have been counted: its key stays.
      if (isKept && answer.status < 500) await keys.end(target, answer.status < 300)
      const encoding = answer.headers['content-encoding']
      const plain = await decodeBody(await joinBody(pieces), encoding, limits[group].maxAnswer)
      const body = await inUtf8(plain, answer.headers)
      return { kind: 'answer', answer: await withoutToken({ ...answer, body }, carried.scrubber) }
    } catch (error) {
      const failure = readFailure(error)
      const message = carried.scrubber.text(failure.message)
      // Viewers learn only that it is so; this is for whoever can change a name, a port, a certificate or a proxy.
      if (failure.code === 'unreachable') report(message, { route: endpointOf(target.slice(basePath.length)) })
      return { kind: 'failed', failure: { ...failure, message } }
    }
  }
  return {
    basePath,
    get: async (target, group, key) => {
      const request = { target, group, key }
      const carried = credentials()
      const fetched = await send(request, carried)
      if (fetched.kind === 'failed' || fetched.answer.status !== 401) return fetched
      // Nobody can be charged for a request whose sender is unknown.
      const now = credentials('freshly')
      return now === carried ? fetched : send(request, now)
    },
    close: () => pool.destroy(),
  }
}

type Send = (request: { target: string; group: Group; key: string | undefined }, carried: Carried) => Promise<Fetched>

/** Connections to one origin, through a tunnel of the proxy if one is given. */
function openPool(origin: string, outboundProxy: string | null, { connect, silence }: ConnectionLimits): Dispatcher {
  const options = {
    connections: MOST_CONNECTIONS,
    headersTimeout: silence,
    bodyTimeout: silence,
    maxHeaderSize: LONGEST_HEAD,
  }
  if (outboundProxy === null) {
    return new Pool(origin, { ...options, connect: without100(buildConnector({ timeout: connect })) })
  }
  return new ProxyAgent({
    ...options,
    uri: outboundProxy,
    proxyTls: { timeout: connect },
    factory: (target, { connect: openTunnel, ...rest }: Pool.Options) =>
      new Pool(target, { ...rest, connect: without100(openTunnel as buildConnector.connector) }),
  })
}

function without100(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...result) => {
      const [, socket] = result
      if (socket) dropContinue(socket)
      callback(...result)
    })
}

function parseBaseUrl(raw: string): URL {
  const url = URL.canParse(raw) ? new URL(raw) : null
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '') return url
  throw new Error(
    `the service's base URL '${raw.replace(/\/\/[^/]*@/, '//…@')}' cannot be used: give http or https, a host and the path, as https://host/public/v1`,
  )
}

class AnswerTooSlow extends Error {
  readonly code = 'ANSWER_TOO_SLOW'

  constructor(longest: number) {
    super(`the answer was not whole after ${longest} ms`)
  }
}

class AnswerTooLarge extends Error {
  readonly code = 'ANSWER_TOO_LARGE'

  constructor(maxAnswer: number) {
    super(`the answer has more than ${maxAnswer} bytes`)
  }
}

/** True when the response head had arrived: a later fault is not caused by the request. */
class AnswerBroken extends Error {
  override readonly cause: unknown

  constructor(cause: unknown) {
    super('the answer broke off after its head')
    this.cause = cause
  }
}

/** Statuses that the interface has for several reasons, so that only the body says which. */
const REASONED: ReadonlySet<number> = new Set([402, 403, 404, 422])

/**
 * Sends a request and reads its answer to the end, within the limits. It is a handler because undici's own streams cost
 * more than everything else here.
 */
function readWhole(
  pool: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { longest, maxAnswer }: AnswerLimits,
): Promise<{ status: number; headers: Record<string, string>; pieces: Buffer[] }> {
  return new Promise((resolve, reject) => {
    let status = 0
    let headers: Record<string, string> = {}
    let size = 0
    let sending: Dispatcher.DispatchController | null = null
    let isLate = false
    const pieces: Buffer[] = []
    // Covers connecting too, and keeps running when the request is sent again on another connection.
    const timer = setTimeout(() => {
      isLate = true
      sending?.abort(new AnswerTooSlow(longest))
      // Without effect if the abort has already been reported.
      reject(new AnswerTooSlow(longest))
    }, longest)
    pool.dispatch(request, {
      onRequestStart: (controller) => {
        sending = controller
        if (isLate) controller.abort(new AnswerTooSlow(longest))
      },
      // The last head belongs to the response; earlier ones are interim responses.
      onResponseStart: (_, statusCode, sent) => {
        status = statusCode
        headers = flatten(sent)
      },
      onResponseData: (controller, chunk) => {
        size += chunk.length
        if (size > maxAnswer) controller.abort(new AnswerTooLarge(maxAnswer))
        else pieces.push(chunk)
      },
      onResponseEnd: () => {
        clearTimeout(timer)
        resolve({ status, headers, pieces })
      },
      onResponseError: (_, error) => {
        clearTimeout(timer)
        // Servers that read no long request to its end reset the connection. The status of most refusals tells enough.
        if (status >= 400 && !REASONED.has(status)) resolve({ status, headers: withoutEncoding(headers), pieces: [] })
        else reject(status === 0 ? error : new AnswerBroken(error))
      },
    })
  })
}

/** Reads the answer to a request, wherever a gateway on the same host wants it. */
async function readMoved<Answer extends Parameters<typeof movedTarget>[0]>(
  read: (target: string) => Promise<Answer>,
  target: string,
  base: URL,
): Promise<Answer> {
  let answer = await read(target)
  let from = target
  for (let moves = 0; moves < MOST_MOVES; moves++) {
    const moved = movedTarget(answer, target, { base, from })
    if (moved === null) break
    answer = await read(moved)
    from = moved
  }
  return answer
}

function withoutEncoding({ 'content-encoding': _, ...headers }: Record<string, string>): Record<string, string> {
  return headers
}

/** Bodies that are searched for the token at once, which takes less than a millisecond; larger ones are in turns. */
const SHORT_BODY = 65_536

// If a service echoes the token, the proxy must not pass it to a browser or a log.
async function withoutToken(
  { status, headers, body }: { status: number; headers: Record<string, string>; body: Buffer },
  { text, bytes }: Scrubber,
): Promise<RawAnswer> {
  const steps = bytes(body)
  const first = body.byteLength <= SHORT_BODY ? steps.next() : null
  return {
    status,
    headers: headersWithoutToken(headers, text),
    body: first?.done ? first.value : await inTurns(steps),
  }
}

/** Searches all of them at once, because each search has its own cost. No token has a line break. */
function headersWithoutToken(headers: Record<string, string>, text: Scrubber['text']): Record<string, string> {
  const entries = Object.entries(headers)
  const whole = entries.flat().join('\n')
  if (text(whole) === whole) return headers
  return Object.fromEntries(entries.map(([name, value]) => [text(name), text(value)]))
}

/** Far more than any service sends; searching each of 20,000 for the token would stop everything else for a second. */
const MOST_HEADERS = 500

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers).slice(0, MOST_HEADERS)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return flat
}

/** In bytes: a service may repeat the longest URL in several of its headers. */
const LONGEST_HEAD = 1_048_576

const TIMEOUTS = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ANSWER_TOO_SLOW'])
/** Faults of undici that occur before anything is sent; all its other faults are about an answer. */
const BEFORE_ANSWERS = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_CLOSED', 'UND_ERR_DESTROYED', 'UND_ERR_ABORTED'])
const RESETS = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** The server speaks none of the protocols that were offered in the handshake (RFC 7301). */
const WITHOUT_HTTP1 = 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL'
const HTTP1_HINT = 'the server accepts no HTTP/1.1: SERVICE_BASE_URL should be the address of one that does'

function readFailure(error: unknown): Failure {
  if (error instanceof AnswerBroken) return { ...readFailure(error.cause), isAfterHead: true }
  if (error instanceof UnreadableBody) {
    return { code: 'invalid_answer', message: error.message, isTooLarge: error.isTooLarge }
  }
  if (isNotHttp(error)) return { code: 'invalid_answer', message: error.message }
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  const detail = `${code}: ${error instanceof Error ? error.message : String(error)}`
  if (TIMEOUTS.has(code)) return { code: 'timeout', message: detail }
  if (RESETS.has(code)) return { code: 'reset', message: detail }
  const isAnswer = code === 'ANSWER_TOO_LARGE' || code.startsWith('UND_ERR_')
  if (isAnswer && !BEFORE_ANSWERS.has(code)) {
    return { code: 'invalid_answer', message: detail, isTooLarge: error instanceof AnswerTooLarge }
  }
  return { code: 'unreachable', message: code === WITHOUT_HTTP1 ? `${detail}; ${HTTP1_HINT}` : detail }
}

/** True when a head or a chunk was not HTTP, so something had answered. Undici only asserts that a status is not below 100. */
function isNotHttp(error: unknown): error is Error {
  return error instanceof errors.HTTPParserError || (error instanceof Error && error.name === 'AssertionError')
}
