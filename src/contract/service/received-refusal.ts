/**
 * Refusals as services send them that know the interface's codes but wrap its envelope: in another object, in a list of
 * errors, or as `application/problem+json` (RFC 9457). A code that stays hidden counts as a fault of the service, which is
 * retried, and each retry may be charged.
 */
import { ERROR_STATUS, type ErrorEnvelope, receivedEnvelope } from './errors.ts'
import { type Fields, isFields } from './values/fields.ts'

/** Where an envelope may be wrapped, and how deep. */
const WRAPPERS = ['error', 'errors', 'data', 'detail', 'details', 'response', 'result', 'body', 'fault', 'problem']
const DEEPEST = 4
/** Where a code may stand, the surest first. */
const CODES = ['error', 'code', 'error_code', 'errorCode', 'reason', 'type', 'title', 'name', 'slug', 'status', 'id']
const MESSAGES = ['message', 'detail', 'error_description', 'description', 'title', 'msg']
const PARAMETERS = ['parameter', 'param', 'field', 'pointer']
const PARAMETER_LISTS = ['source', 'invalid_params', 'invalid-params', 'errors', 'fields']
/** Words of which a limit's name may consist, such as `max_hexes` or `cellBudget`: at least one of each row. */
const BOUNDS: ReadonlySet<string> = new Set(['limit', 'max', 'maximum', 'allowed', 'budget', 'cap'])
const BOUNDED: ReadonlySet<string> = new Set(['hex', 'hexes', 'hexagons', 'h3', 'cell', 'cells'])
const FILLERS: ReadonlySet<string> = new Set(['count', 'number', 'of', 'per', 'request', 'call', 'plan'])
const REQUEST_IDS = ['request_id', 'requestId', 'trace_id', 'instance']
/** Where a wrapped envelope may keep its other fields. */
const EXTRAS = ['meta', 'extensions', 'extra', 'context', 'details', 'info', 'source']

/** Reads a refusal in any of these shapes; null for a body that names no code. */
export function readRefusalBody(body: unknown): ErrorEnvelope | null {
  const plain = receivedEnvelope.safeParse(body)
  const code = plain.success ? codeOf(plain.data.error) : null
  if (plain.success && code !== null) {
    const { limit } = plain.data.limit === undefined && isFields(body) ? envelopeIn(body, code) : plain.data
    return { ...plain.data, error: code, limit }
  }
  return wrapped(body, 0) ?? (plain.success ? plain.data : null)
}

function wrapped(body: unknown, depth: number): ErrorEnvelope | null {
  if (depth > DEEPEST) return null
  if (Array.isArray(body)) return wrapped(body[0], depth + 1)
  if (!isFields(body)) return null
  const code = CODES.map((name) => codeOf(body[name])).find((found) => found !== null)
  if (code != null) return envelopeIn(body, code)
  if (isListTooLong(body)) return envelopeIn({ ...body, field: 'h3', ...limitOfList(body) }, 'too_many_hexes')
  for (const name of WRAPPERS) {
    const inner = wrapped(body[name], depth + 1)
    // What stands beside the inner object belongs to it.
    if (inner !== null) return { ...envelopeIn(body, inner.error), ...withoutGaps(inner) }
  }
  return null
}

/**
 * Returns the interface's code that a text spells: in capitals, with hyphens, as words, as the end of an address, or before
 * what explains it, as in "Too many hexes: 2744 of 700".
 */
function codeOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const last = value
    .replace(/[#?].*$/s, '')
    .split(/[/:]/)
    .at(-1)
  const [first] = value.split(/[:(,;]/, 1)
  const codes = [last, first].map((text = '') =>
    text
      .trim()
      .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
      .replaceAll(/[\s.-]+/g, '_')
      .toLowerCase(),
  )
  return codes.find((code) => Object.hasOwn(ERROR_STATUS, code)) ?? null
}

/** How Pydantic, and so FastAPI, refuses a list: `{type: 'too_long', loc: ['query', 'h3'], ctx: {max_length: 700}}`. */
function isListTooLong({ type, loc }: Fields): boolean {
  return type === 'too_long' && Array.isArray(loc) && loc.includes('h3')
}

function limitOfList({ ctx }: Fields): Fields {
  return isFields(ctx) ? { limit: ctx.max_length } : {}
}

function envelopeIn(fields: Fields, error: string): ErrorEnvelope {
  const parts = [fields, ...EXTRAS.map((name) => fields[name]).filter(isFields)]
  const lists = PARAMETER_LISTS.map((name) => fields[name]).map((list) => (Array.isArray(list) ? list[0] : list))
  const named = lists.filter(isFields).map((entry) => entry.name)
  return receivedEnvelope.parse({
    ...fields,
    error,
    message: textIn(parts, MESSAGES) ?? '',
    parameter: lastPart(textIn(parts, PARAMETERS) ?? named.find((name) => typeof name === 'string')),
    limit: limitIn(parts),
    request_id: textIn(parts, REQUEST_IDS),
  })
}

/** Other numbers, such as those of resolutions or of what was asked for, are no limits. */
function limitIn(parts: readonly Fields[]): unknown {
  const stated = parts.flatMap((part) => Object.entries(part)).filter(([, value]) => value != null)
  return (stated.find(([name]) => BOUNDS.has(name)) ?? stated.find(([name]) => isCellLimit(name)))?.[1]
}

function isCellLimit(name: string): boolean {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
  const isKnown = (word: string) => BOUNDS.has(word) || BOUNDED.has(word) || FILLERS.has(word)
  return words.every(isKnown) && words.some((word) => BOUNDS.has(word)) && words.some((word) => BOUNDED.has(word))
}

/** A JSON pointer such as `/query/h3` names its last part. */
function lastPart(text: unknown): string | undefined {
  return typeof text === 'string' ? text.split('/').at(-1) : undefined
}

function textIn(parts: readonly Fields[], names: readonly string[]): string | undefined {
  const found = names.flatMap((name) => parts.map((part) => part[name]))
  return found.find((value) => typeof value === 'string' && value !== '') as string | undefined
}

function withoutGaps(envelope: ErrorEnvelope): Partial<ErrorEnvelope> {
  return Object.fromEntries(Object.entries(envelope).filter(([, value]) => value !== undefined && value !== ''))
}
