import { QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { type ErrorCode, type ErrorEnvelope, readErrorCode, receivedEnvelope } from '../../contract/errors.ts'
import type { Refusal } from '../../contract/proxy-api.ts'

/** Why a request failed: a code of the interface, `unreachable` without a usable answer, or `unreadable`. */
export type FailureCode = ErrorCode | 'unreachable' | 'unreadable'

/** A refused or failed request, with what the viewer needs to know. */
export class RequestError extends Error {
  readonly code: FailureCode
  readonly envelope: ErrorEnvelope | null
  /** Seconds until a retry makes sense; null when the answer does not say. */
  readonly retryAfterS: number | null

  constructor(code: FailureCode, message: string, envelope: ErrorEnvelope | null, retryAfterS: number | null) {
    super(message)
    this.name = 'RequestError'
    this.code = code
    this.envelope = envelope
    this.retryAfterS = retryAfterS
  }

  /** Returns the failure as a refusal of tiles; null when the answer had no error envelope. */
  refusal(): Refusal | null {
    if (this.envelope === null) return null
    const { error, message, request_id = null, resets_at = null } = this.envelope
    return { code: error, message, request_id, resets_at, retry_after_s: this.retryAfterS }
  }
}

/** Fetches unvalidated JSON from the page's origin; throws a RequestError, or the AbortError of the signal. */
export async function getJson(path: string, signal: AbortSignal): Promise<unknown> {
  return askJson(path, { signal, headers: { Accept: 'application/json' } }, signal)
}

/** Posts JSON to the page's origin and returns unvalidated JSON; throws as `getJson` does. */
export async function postJson(path: string, body: unknown, signal: AbortSignal): Promise<unknown> {
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json' }
  return askJson(path, { method: 'POST', signal, headers, body: JSON.stringify(body) }, signal)
}

async function askJson(path: string, init: RequestInit, signal: AbortSignal): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(path, init)
  } catch (cause) {
    if (signal.aborted) throw cause
    throw new RequestError('unreachable', 'The server did not answer.', null, null)
  }
  if (!response.ok) throw await readFailure(response)
  return readBody(response, signal)
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
    `This page cannot read the answer from ${path}: ${field} is not as expected.`,
    null,
    null,
  )
}

async function readBody(response: Response, signal: AbortSignal): Promise<unknown> {
  try {
    return await response.json()
  } catch (cause) {
    if (signal.aborted) throw cause
    return null
  }
}

/** Reads the reason from a response that is not ok. */
async function readFailure(response: Response): Promise<RequestError> {
  return refusedBy(response, await response.json().catch(() => null))
}

/** Returns the failure in a response whose body is already read; `body` is null when it was not JSON. */
export function refusedBy(response: Response, body: unknown): RequestError {
  const envelope = receivedEnvelope.safeParse(body)
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  const retryAfterS = Number.isFinite(retryAfter) ? retryAfter : null
  if (envelope.success) {
    const { error, message } = envelope.data
    return new RequestError(readErrorCode(error), message, envelope.data, retryAfterS)
  }
  // Without an envelope the answer came from something between the page and the proxy.
  return new RequestError('unreachable', `The server answered with status ${response.status}.`, null, retryAfterS)
}

const FAULTS: ReadonlySet<FailureCode> = new Set<FailureCode>(['rate_limited', 'internal_error', 'unreachable'])

/**
 * Creates the page's query client, which retries faults twice, after the service's delay if given, but not refusals.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && error instanceof RequestError && FAULTS.has(error.code),
        retryDelay: (failures, error) =>
          error instanceof RequestError && error.retryAfterS !== null
            ? Math.min(60, error.retryAfterS) * 1000
            : 600 * 2 ** failures,
      },
    },
  })
}
