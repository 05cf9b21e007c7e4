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
  const link = nextLink(headers)
  if (link === null) return body
  const next = { ...parametersOf(link), has_more: true }
  if (Array.isArray(body)) return { ...next, results: body }
  return typeof body === 'object' && body !== null ? { ...next, ...body } : body
}

function parametersOf(link: string): { next_link?: string } {
  const base = 'http://service/'
  const { search } = URL.canParse(link, base) ? new URL(link, base) : { search: '' }
  return search.length > 1 ? { next_link: search } : {}
}
