/** The ledger of the embedded service, or of any other on this machine. */
export const EMBEDDED_LEDGER = 'ledger'

/** The file of a service's ledger. */
export function ledgerFile(serviceBaseUrl: string): string {
  return `${ledgerName(serviceBaseUrl)}.sqlite`
}

/** Figures of one service must never be shown as another's: each service has its ledger, the embedded one the plain name. */
export function ledgerName(serviceBaseUrl: string): string {
  const { hostname, host, pathname } = new URL(serviceBaseUrl)
  // The embedded service's port is no part of what it says.
  if (/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) return EMBEDDED_LEDGER
  return `ledger-${`${host}${pathname}`.replace(/\/+$/, '').replaceAll(/[^a-z0-9.-]+/gi, '_')}`
}
