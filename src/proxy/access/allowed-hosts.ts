import ipaddr from 'ipaddr.js'

/** The host names that a page may be reached by, lower case, `.example.org` for all below it; null is any. */
export type AllowedHosts = readonly string[] | null

/**
 * Whether a request's `Host` is one that the page is reached by. A name is in the hands of whoever owns it: he can let it
 * resolve to this machine, and his page is then of the same origin as ours. Addresses and `localhost` are nobody's.
 */
export function isAllowedHost(host: string | undefined, allowed: AllowedHosts): boolean {
  if (allowed === null) return true
  if (host === undefined || !URL.canParse(`http://${host}`)) return false
  const name = new URL(`http://${host}`).hostname.replace(/\.$/, '')
  if (ipaddr.isValid(name.replace(/^\[(.*)\]$/, '$1'))) return true
  return ['localhost', '.localhost', ...allowed].some((entry) =>
    entry.startsWith('.') ? name.endsWith(entry) : name === entry,
  )
}
