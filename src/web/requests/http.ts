import type { z } from 'zod'
import type { Refusal } from '../../contract/proxy-api.ts'
import { type ErrorCode, type ErrorEnvelope, readErrorCode, receivedEnvelope } from '../../contract/service/errors.ts'
import { t } from '../language/translate.ts'
import { ANSWER_LIMIT_MS, JSON_REQUEST, REDIRECTS, takeEarly } from './early-answers.ts'
import { noAnswerWords } from './no-answer.ts'

/**
 * Why a request failed: a code of the interface, `unreachable` without a usable answer, `unreadable`, or `sign_in_needed`
 * where the proxy, or a server in front of it, no longer knows who the viewer is.
 */
export type FailureCode = ErrorCode | 'unreachable' | 'unreadable' | 'sign_in_needed'

/** In seconds: a longer fault may be over any time. Browsers' timers treat a wait of 25 days as none. */
const LONGEST_WAIT_S = 3_600

/** A refused or failed request, with what the viewer needs to know. */
export class RequestError extends Error {
  readonly code: FailureCode
  readonly envelope: ErrorEnvelope | null
  /** Seconds until a retry makes sense, an hour at most; null when the answer does not say. */
  readonly retryAfterS: number | null
  /** True when no answer came for so long that the viewer should hear of it before it is tried again. */
  readonly isLate: boolean

  constructor(
    code: FailureCode,
    message: string,
    envelope: ErrorEnvelope | null,
    retryAfterS: number | null,
    isLate = false,
  ) {
    super(message)
    this.isLate = isLate
    this.name = 'RequestError'
    this.code = code
    this.envelope = envelope
    this.retryAfterS = retryAfterS === null ? null : Math.min(LONGEST_WAIT_S, retryAfterS)
  }

  /** Returns the failure as a refusal of tiles; null when the answer had no error envelope. */
  refusal(): Refusal | null {
    if (this.envelope === null) return null
    const { error, message, request_id = null, resets_at = null } = this.envelope
    return { code: error, message, request_id, resets_at, retry_after_s: this.retryAfterS }
  }
}

/** Milliseconds after which a quote is abandoned, which may take several requests of the proxy. */
const COST_LIMIT_MS = 60_000

/** Milliseconds after which the page stops waiting for a purchase that is answered in one piece. */
const PURCHASE_LIMIT_MS = 180_000

/** An answer that cannot be understood at all. */
export function unreadable(): RequestError {
  return new RequestError('unreadable', t('This page cannot read the server’s answer.'), null, null)
}

function signInNeeded(message: string): RequestError {
  return new RequestError('sign_in_needed', message, null, null)
}

/** Throws where a page for people came in place of an answer, or a redirect to one. */
export function refusePage({ ok, type, headers }: Response): void {
  const isPage = ok && headers.get('Content-Type')?.startsWith('text/html') === true
  if (!isPage && type !== 'opaqueredirect') return
  throw signInNeeded(
    t(
      'A web page came in place of the server’s answer, so you may have to sign in again. Reload the page to see it; the view stays.',
    ),
  )
}

/** Fetches unvalidated JSON from the page's origin, null for an empty answer; throws a RequestError, or the AbortError of the signal. */
export async function getJson(path: string, signal: AbortSignal): Promise<unknown> {
  return askJson(path, JSON_REQUEST, { signal, limit: ANSWER_LIMIT_MS })
}

/** Asks with POST what something would cost, which is free; returns unvalidated JSON, and throws as `getJson` does. */
export async function askCost(path: string, body: unknown, signal: AbortSignal): Promise<unknown> {
  return askJson(path, postOf(body), { signal, limit: COST_LIMIT_MS })
}

/**
 * Posts a purchase, so it is abandoned only when no response can come any more: the proxy continues without the page,
 * and a repeated request gets what was bought. Returns unvalidated JSON, and throws a RequestError.
 */
export async function postJson(path: string, body: unknown): Promise<unknown> {
  return askJson(path, postOf(body), { signal: null, limit: PURCHASE_LIMIT_MS })
}

function postOf(body: unknown): RequestInit {
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json' }
  return { ...REDIRECTS, method: 'POST', headers, body: JSON.stringify(body) }
}

interface Ending {
  readonly signal: AbortSignal | null
  /** Milliseconds. */
  readonly limit: number
}

async function askJson(path: string, init: RequestInit, { signal, limit }: Ending): Promise<unknown> {
  const ends = [...(signal === null ? [] : [signal]), AbortSignal.timeout(limit)]
  let response: Response
  let text: string
  try {
    const taken = init.method === undefined ? takeEarly(path) : undefined
    response = await (taken ?? fetch(path, { ...init, signal: AbortSignal.any(ends) }))
    text = await response.text()
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new RequestError('unreachable', noAnswerWords(), null, null, isTimeout(cause))
  }
  refusePage(response)
  const body = response.status === 204 ? null : parseJson(text)
  if (!response.ok) throw refusedBy(response, body)
  if (body === undefined) {
    throw new RequestError(
      'unreadable',
      t('This page cannot read the answer from {path}: it is not JSON.', { path: withoutQuery(path) }),
      null,
      null,
    )
  }
  return body
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'TimeoutError'
}

/** Undefined when the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Fetches what the proxy may hold and reads it with a schema; null where it answers that it does not hold it. */
export async function getHeld<T>(path: string, schema: z.ZodType<T>, signal: AbortSignal): Promise<T | null> {
  const body = await getJson(path, signal)
  return body === null ? null : parseAnswer(path, schema, body)
}

/** Fetches JSON and reads it with a schema; an answer of another shape is `unreadable`. */
export async function getParsed<T>(path: string, schema: z.ZodType<T>, signal: AbortSignal): Promise<T> {
  return parseAnswer(path, schema, await getJson(path, signal))
}

/** Reads an answer with a schema; throws a RequestError that names the path and the first field that does not fit. */
export function parseAnswer<T>(path: string, schema: z.ZodType<T>, body: unknown): T {
  const read = schema.safeParse(body)
  if (read.success) return read.data
  const field = read.error.issues[0]?.path.join('.') || 'the whole answer'
  throw new RequestError(
    'unreadable',
    t('This page cannot read the answer from {path}: {field} is not as expected.', { path: withoutQuery(path), field }),
    null,
    null,
  )
}

/** The path of an address: its query is long, and says nothing to a reader. */
function withoutQuery(path: string): string {
  return path.replace(/\?.*/, '')
}

/** Returns the refusal that a body is; null when it is an answer. */
export function refusalIn(body: unknown, retryAfterS: number | null = null): RequestError | null {
  const envelope = receivedEnvelope.safeParse(body)
  if (!envelope.success) return null
  const { error, message } = envelope.data
  return new RequestError(readErrorCode(error), message, envelope.data, retryAfterS)
}

/** Returns the failure in a response whose body is already read; `body` is empty when it was not JSON. */
export function refusedBy(response: Response, body: unknown): RequestError {
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  const retryAfterS = Number.isFinite(retryAfter) ? retryAfter : null
  const refusal = refusalIn(body, retryAfterS)
  // A server in front of the proxy has another body than the proxy, or none.
  const isSignedOut = refusal === null ? response.status === 401 : refusal.envelope?.error === 'sign_in_needed'
  if (isSignedOut) return signInNeeded(t('You have to sign in again. Reload the page to do so; the view stays.'))
  if (refusal !== null) return refusal
  // Without an envelope the answer came from something between the page and the proxy.
  return new RequestError(
    'unreachable',
    t('The server answered with status {status}.', { status: String(response.status) }),
    null,
    retryAfterS,
  )
}
