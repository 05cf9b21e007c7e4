import ipaddr from 'ipaddr.js'

/** The host names that the page may be reached by, in lower case; `.example.org` includes all subdomains, null allows any. */
export type AllowedHosts = readonly string[] | null

/**
 * True when a request's `Host` is a name of this page. This prevents DNS rebinding: the owner of any other name could
 * resolve it to this machine, and their page would then share our origin. Nobody can register addresses or `localhost`.
 */
export function isAllowedHost(host: string | undefined, allowed: AllowedHosts): boolean {
  if (allowed === null) return true
  if (host === undefined || !URL.canParse(`http://${host}`)) return false
  const name = new URL(`http://${host}`).hostname.replace(/\.$/, '')
  // First, because the library takes 13 µs to find that a name is not an address.
  if (['localhost', '.localhost', ...allowed].some((entry) => isNamedBy(entry, name))) return true
  return ipaddr.isValid(name.replace(/^\[(.*)\]$/, '$1'))
}

function isNamedBy(entry: string, name: string): boolean {
  return entry.startsWith('.') ? name.endsWith(entry) : name === entry
}
