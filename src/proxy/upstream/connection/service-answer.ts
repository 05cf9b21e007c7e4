import { z } from 'zod'
import { HEADERS } from '../../../contract/limits.ts'
import type { Refusal } from '../../../contract/proxy-api.ts'
import { ERROR_STATUS, type ErrorCode, type ErrorEnvelope, readErrorCode } from '../../../contract/service/errors.ts'
import { readJson } from '../../../contract/service/read-json.ts'
import { readRefusalBody } from '../../../contract/service/received-refusal.ts'
import { readRetryAfter } from '../../../server/http/retry-after.ts'
import { readRate } from './rate-headers.ts'

/** Longer bodies of refusals are not envelopes, and reading them would stop everything else. */
const ENVELOPE_BYTES_MAX = 65_536

/** One HTTP answer of the service, read to its end; header names are lower-case. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** The values of the quota headers; null where one is absent. */
export interface Quota {
  readonly group: string | null
  readonly limit: number | null
  readonly used: number | null
  readonly resets_at: string | null
}

/** The service refused the request. */
export interface ServiceRefusal {
  readonly code: ErrorCode
  readonly status: number
  readonly message: string
  /** The invalid parameter, and the limit that was exceeded; null where the service does not name them. */
  readonly parameter: string | null
  readonly limit: number | null
  readonly request_id: string | null
  readonly resets_at: string | null
  /** Seconds; null where the service does not say. */
  readonly retry_after_s: number | null
  /** Set where the body is not the interface's: something in front of the service answered. */
  readonly isOfGateway?: true
  /** Set where a cache in front of the service sent it, and would send it again. */
  readonly isCached?: true
  /** Set where histories are refused to this account, with a code that the interface does not list. */
  readonly isGate?: true
}

/** Refusals that concern only the moment: 408 Request Timeout, 425 Too Early. */
const LATE: ReadonlySet<number> = new Set([408, 425])

/** True where something in front of the service refuses the request itself, as with a page of status 403 or 404. */
export function isBlocked({ code, status, isOfGateway }: ServiceRefusal): boolean {
  return code === 'internal_error' && isOfGateway === true && status >= 400 && status < 500 && !LATE.has(status)
}

/** Statuses that speak of what was requested, and not of the server: 403 Forbidden, 404 Not Found, 410 Gone, 422 Unprocessable. */
const OF_TARGET: ReadonlySet<number> = new Set([403, 404, 410, 422])

/** True for a refusal without a reason of the interface whose status says that the same request would be refused again. */
export function isOfTarget({ code, status }: Pick<ServiceRefusal, 'code' | 'status'>): boolean {
  return code === 'internal_error' && OF_TARGET.has(status)
}

/** Statuses of a server without such an endpoint: 404 Not Found, 405 Method Not Allowed, 410 Gone, 501 Not Implemented. */
const ABSENT: ReadonlySet<number> = new Set([404, 405, 410, 501])

/** True where the service does not have the endpoint. `unknown_place` and `not_covered` are of status 404, too, but speak of a place. */
export function isAbsent({ code, status }: Pick<ServiceRefusal, 'code' | 'status'>): boolean {
  return code === 'not_found' || (ABSENT.has(status) && (code === 'internal_error' || code === 'malformed_request'))
}

/** What a status says of an unknown code: 402 Payment Required, 403 Forbidden. */
const GATES: ReadonlySet<number> = new Set([402, 403])

/**
 * Marks a refused history as a gate of the plan where only its status says so. The interface lists no code for it, and
 * treats unknown ones like a fault, which would be retried and would pause other calls too.
 */
export function markGate<T>(result: ServiceResult<T>): ServiceResult<T> {
  if (result.kind !== 'refused') return result
  const { code, status, isOfGateway } = result.refusal
  const isGate = code === 'internal_error' && GATES.has(status) && isOfGateway !== true
  return isGate ? { ...result, refusal: { ...result.refusal, isGate } } : result
}

/** There was no usable answer; the message is for the log. */
export interface Failure {
  readonly code: 'unreachable' | 'reset' | 'timeout' | 'url_too_long' | 'invalid_answer'
  readonly message: string
  /** True when the head of an answer had arrived, so the request had been read. */
  readonly isAfterHead?: boolean
  /** True when the answer has more bytes than the proxy reads. */
  readonly isTooLarge?: boolean
  /** True for a status that may also mean that too much was asked for (413). */
  readonly isMaybeTooMany?: boolean
  /** True for an answer without content, as some services send where they have no figures. */
  readonly isBlank?: boolean
}

/** True when the fault lies in the answer: the request was carried out, and may have been charged. */
export function isOfAnswer({ code, isAfterHead = false }: Failure): boolean {
  return code === 'invalid_answer' || isAfterHead
}

/** The parsed result of one request to the service. */
export type ServiceResult<T> =
  | { kind: 'ok'; value: T; quota: Quota }
  | { kind: 'refused'; refusal: ServiceRefusal; quota: Quota }
  | { kind: 'failed'; failure: Failure }
  /** The proxy did not send the request. */
  | { kind: 'withheld'; refusal: Refusal }

type ReadNothing = Exclude<ServiceResult<never>, { kind: 'ok' }>

/** Reads an answer by its status, then with `read`, which throws for a body of another shape. */
export function readAnswer<T>(answer: RawAnswer, read: (body: unknown) => T, now: Date): ServiceResult<T> {
  const nothing = readStatus(answer, now)
  if (nothing !== null) return nothing
  try {
    return { kind: 'ok', value: read(readJson(answer.body)), quota: readQuota(answer) }
  } catch (error) {
    return refusalWithin(answer, now) ?? unreadable(error)
  }
}

/** Reads the bytes of a body; `headers` are the answer's, with lower-case names. Rejects for a body of another shape. */
export type ReadBytes<T> = (body: Uint8Array, headers: RawAnswer['headers']) => Promise<T>

/** The same for a body that is read elsewhere. */
export async function readBody<T>(answer: RawAnswer, read: ReadBytes<T>, now: Date): Promise<ServiceResult<T>> {
  const nothing = readStatus(answer, now)
  if (nothing !== null) return nothing
  try {
    return { kind: 'ok', value: await read(answer.body, answer.headers), quota: readQuota(answer) }
  } catch (error) {
    return refusalWithin(answer, now) ?? unreadable(error, isNull(answer.body))
  }
}

/** Null for an answer whose body is to be read. */
function readStatus(answer: RawAnswer, now: Date): ReadNothing | null {
  const { status } = answer
  // With 413 and that code, not the request's length is meant but what it asks for.
  if (isTooLong(status) && readEnvelope(answer.body)?.error !== 'too_many_hexes') {
    const { failure } = failed('url_too_long', `the service returned status ${status}`)
    return { kind: 'failed', failure: { ...failure, ...(status === 413 && { isMaybeTooMany: true }) } }
  }
  if (status >= 400) return { kind: 'refused', refusal: readRefusal(answer, now), quota: readQuota(answer) }
  // 203: a gateway has passed the answer on.
  return status === 200 || status === 203
    ? refusalBeside(answer, now)
    : failed('invalid_answer', `expected status 200, the service returned ${status}${hintAt(status)}`, status === 204)
}

/**
 * What an operator can do about a status. A redirect that gets here was not followed (`moved-target.ts`), because the token
 * would go to an address that no operator has set.
 */
export function hintAt(status: number): string {
  return status < 300 || status >= 400 ? '' : ', a redirect: SERVICE_BASE_URL should be the address that it leads to'
}

/** A gateway may send a refusal on with status 200; null for a body that is not a refusal of the interface. */
function refusalWithin(answer: RawAnswer, now: Date): ReadNothing | null {
  const envelope = readEnvelope(answer.body)
  if (envelope === null || !Object.hasOwn(ERROR_STATUS, envelope.error)) return null
  const refusal = readRefusal(answer, now)
  return { kind: 'refused', refusal: { ...refusal, status: ERROR_STATUS[refusal.code] }, quota: readQuota(answer) }
}

/** An answer with one of the interface's codes as its `error` failed, whatever else it has: an empty list then says nothing. */
function refusalBeside(answer: RawAnswer, now: Date): ReadNothing | null {
  if (answer.body.byteLength > ENVELOPE_BYTES_MAX) return null
  try {
    const code = (readJson(answer.body) as { error?: unknown } | null)?.error
    return typeof code === 'string' && Object.hasOwn(ERROR_STATUS, code) ? refusalWithin(answer, now) : null
  } catch {
    return null
  }
}

/** The same of an answer that has not been read. */
export function isAbsentAnswer({ status, body }: RawAnswer): boolean {
  const envelope = status >= 400 ? readEnvelope(body) : null
  return status >= 400 && isAbsent({ code: envelope ? readErrorCode(envelope.error) : 'internal_error', status })
}

function unreadable(error: unknown, isBlank = false): ReadNothing {
  return failed('invalid_answer', `the service's answer cannot be read: ${reasonOf(error)}`, isBlank)
}

function isNull(body: Uint8Array): boolean {
  return body.byteLength < 10 && new TextDecoder().decode(body).trim() === 'null'
}

/** True for the statuses of servers that refuse a request line or head as too long; some use 413. */
export function isTooLong(status: number): boolean {
  return status === 414 || status === 431 || status === 413
}

/** True for an answer in the interface's own envelope: the service itself read the request and refused it. */
export function isRefusal({ body }: RawAnswer): boolean {
  return readEnvelope(body) !== null
}

function failed(code: Failure['code'], message: string, isBlank = false): { kind: 'failed'; failure: Failure } {
  return { kind: 'failed', failure: { code, message, ...(isBlank && { isBlank }) } }
}

/** Says in one line what is wrong with a body. A ZodError's message is a JSON document; its first issue is enough. */
export function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'it is not JSON'
  const [issue] = error instanceof z.ZodError ? error.issues : []
  const where = issue && issue.path.length > 0 ? `${issue.path.join('.')}: ` : ''
  const message = issue ? where + issue.message : error instanceof Error ? error.message : String(error)
  return message.replaceAll(/\s+/g, ' ').slice(0, 200)
}

/** The quota headers of any answer. */
function readQuota({ headers }: RawAnswer): Quota {
  return {
    group: header(headers, HEADERS.quotaGroup),
    limit: readCount(header(headers, HEADERS.quotaLimit)),
    used: readCount(header(headers, HEADERS.quotaUsed)),
    resets_at: header(headers, HEADERS.quotaReset),
  }
}

/** Dates, counts and names are shorter; what is stated here is kept, and sent to every viewer. */
const LONGEST_VALUE = 200

function header(headers: RawAnswer['headers'], name: string): string | null {
  const value = headers[name.toLowerCase()] ?? null
  return value !== null && value.length > LONGEST_VALUE ? null : value
}

function readCount(raw: string | null): number | null {
  return raw !== null && /^\d{1,15}$/.test(raw) ? Number(raw) : null
}

function readRefusal(answer: RawAnswer, now: Date): ServiceRefusal {
  const envelope = readEnvelope(answer.body)
  const clock = clockOf(answer, now)
  // A limit resets whatever the refusal is about.
  const wait =
    answer.status === 429
      ? readRate(answer.headers, clock).wait
      : readRetryAfter(header(answer.headers, HEADERS.retryAfter) ?? '', clock)
  return {
    code: envelope ? readErrorCode(envelope.error) : codeOfStatus(answer.status),
    status: answer.status,
    message: envelope?.message || `The statistics service returned status ${answer.status}.`,
    parameter: envelope?.parameter ?? null,
    limit: envelope?.limit ?? null,
    request_id: envelope?.request_id ?? null,
    resets_at: header(answer.headers, HEADERS.quotaReset) ?? envelope?.resets_at ?? null,
    retry_after_s: wait,
    ...(envelope === null && { isOfGateway: true }),
    // Only caches state an age (RFC 9111, section 5.1).
    ...((readCount(header(answer.headers, 'Age')) ?? 0) > 0 && { isCached: true }),
  }
}

/** The service's own time: its clock may be wrong, and dates in its headers are by that clock. */
export function clockOf({ headers }: Pick<RawAnswer, 'headers'>, now: Date): Date {
  const stated = Date.parse(headers.date ?? '')
  return Number.isNaN(stated) ? now : new Date(stated)
}

// Something in front of the service answered, such as a gateway's HTML page. Only 401 and 429 mean the same there.
function codeOfStatus(status: number): ErrorCode {
  if (status === 401) return 'invalid_token'
  return status === 429 ? 'rate_limited' : 'internal_error'
}

/** Returns the interface's error envelope in a body; null when it has none. */
export function readEnvelope(body: Uint8Array): ErrorEnvelope | null {
  if (body.byteLength > ENVELOPE_BYTES_MAX) return null
  try {
    return readRefusalBody(readJson(body))
  } catch {
    return null
  }
}
