/** Name of the ledger for the embedded service, or any other service on this machine. */
export const EMBEDDED_LEDGER = 'ledger'

/** Returns the file name of a service's ledger. */
export function ledgerFile(serviceBaseUrl: string): string {
  return `${ledgerName(serviceBaseUrl)}.sqlite`
}

/** Returns the name of a service's ledger. Each service has its own, so that its figures are never shown as another's. */
export function ledgerName(serviceBaseUrl: string): string {
  const { hostname, host, pathname } = new URL(serviceBaseUrl)
  // The embedded service's port does not change its figures.
  if (/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) return EMBEDDED_LEDGER
  return `ledger-${`${host}${pathname}`.replace(/\/+$/, '').replaceAll(/[^a-z0-9.-]+/gi, '_')}`
}
