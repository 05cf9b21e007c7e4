import { readJson } from './read-json.ts'

/**
 * A further page that only the header of an answer names (RFC 8288): `Link: <…?cursor=b>; rel="next"`. The interface knows no
 * such header, but without it the first page of a list would pass for the whole.
 */

type Headers = Readonly<Record<string, string | undefined>>

/** A link, and its parameters, in which commas and semicolons may be quoted. */
const LINK = /<([^<>]*)>((?:\s*;\s*[\w!#$&+.^`|~*-]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s",;]*))?)*)/g
const PARAMETER = /;\s*([\w!#$&+.^`|~*-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]*)))?/g
/** No list of pages has a longer header. */
const LONGEST = 4_096

/** Returns the address of the next page, as it was sent; null where the header names none. */
export function nextLink({ link }: Headers): string | null {
  if (link === undefined || link.length > LONGEST) return null
  for (const [, address = '', parameters = ''] of link.matchAll(LINK)) {
    // Only the first one counts.
    const relation = [...parameters.matchAll(PARAMETER)].find(([, name]) => name?.toLowerCase() === 'rel')
    const relations = (relation?.[2] ?? relation?.[3] ?? '').toLowerCase().split(/\s+/)
    if (relations.includes('next')) return address
  }
  return null
}

/**
 * Returns the body of a list with what its header says of the next page: the parameters of its address, or, where it has
 * none, that there is one. It stands first, where readers of pages look.
 */
export function withLinkedPage(body: unknown, headers: Headers): unknown {
  const next = linkedPage(headers)
  if (next === null) return body
  if (Array.isArray(body)) return { ...next, results: body }
  return typeof body === 'object' && body !== null ? { ...next, ...body } : body
}

/** White space of JSON, and a byte order mark. */
const BLANK: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf])

/** The same for the bytes of a body, without parsing what follows its first brace: a list can have megabytes. */
export function withLinkedPageInBytes(body: Uint8Array, headers: Headers): Uint8Array {
  const next = linkedPage(headers)
  if (next === null) return body
  const start = body.findIndex((byte) => !BLANK.has(byte))
  const [first, rest] = [String.fromCharCode(body[start] ?? 0), body.subarray(start + 1)]
  const opened = JSON.stringify(next).slice(0, -1)
  if (first === '[') return joined(`${opened},"results":[`, rest, '}')
  const second = rest.find((byte) => !BLANK.has(byte))
  if (first === '{' && second === 0x22) return joined(`${opened},`, rest, '')
  // Empty, or behind a guard.
  return new TextEncoder().encode(JSON.stringify(withLinkedPage(readJson(body), headers)))
}

function joined(before: string, bytes: Uint8Array, after: string): Uint8Array {
  const start = new TextEncoder().encode(before)
  const end = new TextEncoder().encode(after)
  const whole = new Uint8Array(start.length + bytes.length + end.length)
  whole.set(start)
  whole.set(bytes, start.length)
  whole.set(end, start.length + bytes.length)
  return whole
}

function linkedPage(headers: Headers): { next_link?: string; has_more: true } | null {
  const link = nextLink(headers)
  return link === null ? null : { ...parametersOf(link), has_more: true }
}

function parametersOf(link: string): { next_link?: string } {
  const base = 'http://service/'
  const { search } = URL.canParse(link, base) ? new URL(link, base) : { search: '' }
  return search.length > 1 ? { next_link: search } : {}
}
