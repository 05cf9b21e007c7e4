/** Name of the ledger for the embedded service. */
export const EMBEDDED_LEDGER = 'ledger'

/** The service whose ledger is wanted. */
export interface LedgerOf {
  readonly serviceBaseUrl: string
  /** True for the service that runs in the same process, whose port does not change its figures. */
  readonly isEmbedded?: boolean | undefined
}

/** Returns the file name of a service's ledger. */
export function ledgerFile(of: LedgerOf): string {
  return `${ledgerName(of)}.sqlite`
}

/**
 * Returns the name of a service's ledger. Each service has its own, so that its figures are never shown as another's: those
 * of one machine, too, differ in port and path.
 */
export function ledgerName({ serviceBaseUrl, isEmbedded = false }: LedgerOf): string {
  if (isEmbedded) return EMBEDDED_LEDGER
  const { hostname, host, port, pathname } = new URL(serviceBaseUrl)
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  const address = isHere ? `localhost:${port}` : host
  return `ledger-${`${address}${pathname}`.replace(/\/+$/, '').replaceAll(/[^a-z0-9.-]+/gi, '_')}`
}
