import type { Fault } from '../strange-service/rules/fault.ts'

/** A fault that lasts for a while, and its permitted outcomes. */
export interface FaultCase {
  readonly name: string
  /** The fault of every request to a path; `gone` when nothing listens at the service's address. */
  readonly fault: Fault | 'gone'
  /** The metered calls that one request may be retried to, the first included (interface, section 7). */
  readonly attempts: number
  /** What a browser may be told. */
  readonly codes: readonly string[]
}

const RETRIED = 4
/** Also where the proxy stops requests to a service that keeps failing, or passes on a free request. */
const ANY = ['internal_error', 'service_paused']
const HTML = '<!doctype html><title>Gateway</title><h1>Something is wrong</h1>'

function code(name: string, attempts: number, codes: readonly string[] = [name]): FaultCase {
  return { name, fault: { kind: 'code', code: name }, attempts, codes: [...codes, ...ANY] }
}

function unreadable(name: string, fault: Fault): FaultCase {
  return { name, fault, attempts: 1, codes: ['service_invalid_answer', ...ANY] }
}

function ofGateway(status: number, body = HTML): FaultCase {
  return { name: `a gateway's ${status}`, fault: { kind: 'status', status, body }, attempts: RETRIED, codes: ANY }
}

/** One of each kind: of the connection, of something in front of the service, and of the service itself. */
export const FAULT_OF_EACH_KIND: readonly FaultCase[] = [
  { name: 'gone', fault: 'gone', attempts: 1, codes: ['service_unreachable', ...ANY] },
  { name: 'a hang', fault: { kind: 'hang' }, attempts: 1, codes: ['service_timeout', ...ANY] },
  {
    name: 'a reset in mid-body',
    fault: { kind: 'reset_midway' },
    attempts: 1,
    // Metered requests fail with the first code, free ones with the second.
    codes: ['service_invalid_answer', 'service_reset', ...ANY],
  },
  ofGateway(502),
  unreadable('half of an answer', { kind: 'truncate' }),
  code('rate_limited', RETRIED),
  code('invalid_token', 1),
]

export const FAULT_CASES: readonly FaultCase[] = [
  ...FAULT_OF_EACH_KIND,
  { name: 'a reset', fault: { kind: 'reset' }, attempts: 1, codes: ['service_reset', ...ANY] },
  ofGateway(503, ''),
  { ...ofGateway(429), codes: ['rate_limited', ...ANY] },
  unreadable('a page with 200', { kind: 'body', body: HTML, contentType: 'text/html' }),
  unreadable('another shape', { kind: 'body', body: '{"something":"else"}' }),
  code('internal_error', RETRIED),
  code('subscription_inactive', 1),
]
