import { NOW } from '../../scripts/journeys-market.js'

const VARIABLES = ['E2E_BASE_URL', 'E2E_DATA_DIR', 'E2E_SERVICE_URL'] as const

/** The application whose service and market all others share. */
export interface SharedApplication {
  readonly address: string
  readonly dataDir: string
  /** The address of its service. */
  readonly service: string
}

/** Makes an application known to every process of the run. */
export function shareApplication({ address, dataDir, service }: SharedApplication): void {
  Object.assign(process.env, { E2E_BASE_URL: address, E2E_DATA_DIR: dataDir, E2E_SERVICE_URL: service })
}

/** True when the caller's environment names a running application. */
export function isApplicationGiven(): boolean {
  return VARIABLES.some((name) => Boolean(process.env[name]))
}

/** Returns the application that was shared or given. */
export function sharedApplication(): SharedApplication {
  return { address: setting('E2E_BASE_URL'), dataDir: setting('E2E_DATA_DIR'), service: setting('E2E_SERVICE_URL') }
}

/** The settings of a process that works on the shared market: a service, or an operator's command. */
export function settingsOfMarket(): Readonly<Record<string, string>> {
  return { DATA_DIR: sharedApplication().dataDir, SERVICE_NOW: NOW }
}

/** Makes the address that each worker opens known to the workers. */
export function assignAddresses(addresses: readonly string[]): void {
  process.env.E2E_WORKER_URLS = addresses.join(' ')
}

/** Returns the address that a worker opens; `index` is its `parallelIndex`. */
export function addressOfWorker(index: number): string {
  const address = process.env.E2E_WORKER_URLS?.split(' ')[index]
  if (!address) throw new Error(`expected an address for worker ${index}, found "${process.env.E2E_WORKER_URLS}"`)
  return address
}

function setting(name: (typeof VARIABLES)[number]): string {
  const value = process.env[name]
  if (!value) throw new Error(`expected ${name}: set ${VARIABLES.join(', ')} to use a running application, or none`)
  return value
}
