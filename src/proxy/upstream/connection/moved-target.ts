/** Statuses that send a GET elsewhere. */
const MOVED: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** A gateway may change the base and then add a slash; one that sends requests in a circle is left after that. */
export const MOST_MOVES = 3

/**
 * Returns the target to which a redirect sends a request, if that is the same endpoint on the host that the operator has
 * set: with a slash at its end, or below another base. The query stays the request's own, because it is what is paid for.
 * Null for any other redirect, so that the token goes nowhere else and no free request becomes a metered one.
 */
export function movedTarget(
  { status, headers }: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
  target: string,
  { base, from }: { readonly base: URL; readonly from: string },
): string | null {
  const { location } = headers
  if (!MOVED.has(status) || location === undefined || !URL.canParse(location, `${base.origin}${from}`)) return null
  const url = new URL(location, `${base.origin}${from}`)
  // Behind TLS that ends in front of it, a service names its own address with http: the host is still asked over TLS.
  const isSameServer = url.host === base.host && (url.protocol === base.protocol || base.protocol === 'https:')
  const [path = '', ...query] = target.split('?')
  const endpoint = path.slice(base.pathname.replace(/\/+$/, '').length)
  const isSameEndpoint = url.pathname.replace(/\/+$/, '').endsWith(endpoint)
  const moved = [url.pathname, ...query].join('?')
  return isSameServer && isSameEndpoint && moved !== from ? moved : null
}
