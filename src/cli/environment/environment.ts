import { readFileSync, statSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type { AccessRules } from '../../proxy/access/access.ts'
import type { BasemapRules } from '../../proxy/access/basemap-rules.ts'
import type { SpendingRules } from '../../proxy/spending/spending-rules.ts'
import type { Credentials, RereadCredentials } from '../../proxy/upstream/connection/credentials.ts'
import type { AllowedHosts } from '../../server/http/allowed-hosts.ts'
import type { RedisAddress } from '../../server/storage/redis-address.ts'
import type { ClickhouseAddress } from '../../service/clickhouse/clickhouse-address.ts'
import type { S3Address } from '../../service/object-storage/s3-address.ts'
import type { PostgresAddress } from '../../service/postgres/postgres-address.ts'
import type { GeocoderAddress } from '../../service/search/geocoder.ts'
import { listingsUrlOf } from './listings-url.ts'
import { misspeltSettings } from './misspelt-settings.ts'
import { credentialsOf, refuseBlankDoors, signInOf, withoutPassword } from './secrets.ts'
import { whyNoTiles } from './tiles-file.ts'
import { UsageError } from './usage-error.ts'
import { isWebAddress, type LOG_LEVELS, type Variables, variables } from './variables.ts'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/

/** A service other than the embedded one. */
export interface RemoteService extends Credentials {
  readonly baseUrl: string
  /** Reads the credentials again; null when none of them is in a file. */
  readonly reread: RereadCredentials | null
  /** Address of the HTTP proxy through which it is reached; null for none. */
  readonly outboundProxy: string | null
}

/** The settings of one run; `.env.example` explains each variable. */
export interface Environment {
  port: number
  host: string
  /** Absolute. */
  dataDir: string
  /** Whether DATA_DIR names it, rather than the default. */
  isDataDirSet: boolean
  /** A service other than the embedded one; null means the embedded one. */
  service: RemoteService | null
  /** The Redis that stores the proxy's ledger; null means a file in DATA_DIR. */
  ledgerUrl: string | null
  /** The ClickHouse that has the figures; null means files in DATA_DIR. */
  figuresUrl: ClickhouseAddress | null
  /** The Postgres that has the accounts; null means a file in DATA_DIR. */
  accountsUrl: PostgresAddress | null
  /** The Redis that counts what accounts spend; null means where the accounts are. */
  meteringUrl: RedisAddress | null
  /** The object storage that has the imported listings; null means files in DATA_DIR. */
  listingsUrl: S3Address | null
  /** Absolute; null means the plans in DATA_DIR, or the built-in ones. */
  plansFile: string | null
  /** The geocoder for names that no place has; null means GeoNames' towns. */
  geocoder: GeocoderAddress | null
  /** Proxies trusted to report the client's address, in the form that `compileTrust` reads. */
  trustedProxies: string[]
  /** The guards on spending. */
  spending: SpendingRules
  /** Who can reach the page, and how often. */
  access: AccessRules
  /** Where the page gets streets from. */
  basemap: BasemapRules
  /** Where metrics are served; null means nowhere. */
  metrics: { host: string; port: number; allowedHosts: AllowedHosts } | null
  /** Seconds from the stop signal until new connections are refused. */
  drainSeconds: number
  /** The instant at which the clock stands still; null means that it runs. */
  fixedNow: Date | null
  logLevel: (typeof LOG_LEVELS)[number]
}

/**
 * Reads and checks the settings, without the spaces around them: ` /srv/homes` would be a folder below the working one.
 * Empty variables count as not set, except for those that restrict access. Throws a `UsageError` that names all invalid
 * ones, and names that are almost those of settings.
 */
export function parseEnvironment(
  raw: Readonly<Record<string, string | undefined>>,
  readFile = (path: string) => readFileSync(path, 'utf8'),
  tilesProblem = whyNoTiles,
): Environment {
  refuseBlankDoors(raw)
  refuseMisspelt(raw)
  const set = Object.fromEntries(
    Object.entries(raw)
      .map(([name, value = '']) => [name, name === 'SIGN_IN_PASSWORD' ? value : value.trim()] as const)
      .filter(([, value]) => value.trim() !== ''),
  )
  const parsed = variables.safeParse(set)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => {
      const name = String(path[0])
      const shown = withoutPassword(set[name] ?? '')
      return `${name}="${shown}" ${message}`
    })
    throw new UsageError([...new Set(lines)].join('\n'))
  }
  const { data } = parsed
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: data.DATA_DIR,
    isDataDirSet: set.DATA_DIR !== undefined,
    service: serviceOf(data, readFile),
    ledgerUrl: data.LEDGER_URL ?? null,
    figuresUrl: data.FIGURES_URL ?? null,
    accountsUrl: data.ACCOUNTS_URL ?? null,
    meteringUrl: data.METERING_URL ?? null,
    listingsUrl: listingsUrlOf(data),
    plansFile: data.PLANS_FILE ?? null,
    geocoder: data.GEOCODER_URL ?? null,
    trustedProxies: data.TRUSTED_PROXIES,
    spending: {
      mode: data.SPENDING_MODE,
      reserve: data.RESERVED_CALLS,
      callsPerDay: data.CALLS_PER_DAY ?? null,
      callsPerAddress: data.CALLS_PER_ADDRESS_PER_DAY ?? null,
      callsPerSession: data.CALLS_PER_SESSION_PER_DAY ?? null,
    },
    access: {
      trustedProxies: data.TRUSTED_PROXIES,
      signIn: signInOf(data, readFile),
      allowedHosts: allowedHostsOf(data),
      requestsPerMinute: data.REQUESTS_PER_MINUTE === 0 ? null : data.REQUESTS_PER_MINUTE,
      embedding: {
        origins: data.EMBED_ORIGINS.includes('*')
          ? ['*']
          : [...new Set([...data.EMBED_ORIGINS, ...data.EMBED_SPENDING_ORIGINS])],
        spendingOrigins: data.EMBED_SPENDING_ORIGINS,
      },
    },
    basemap: basemapOf(data, tilesProblem),
    metrics: metricsOf(data),
    drainSeconds: data.DRAIN_SECONDS,
    fixedNow: data.SERVICE_NOW ?? null,
    logLevel: data.LOG_LEVEL,
  }
}

function refuseMisspelt(raw: Readonly<Record<string, string | undefined>>): void {
  const misspelt = misspeltSettings(Object.keys(raw), Object.keys(variables.shape))
  if (misspelt.size === 0) return
  const lines = Array.from(misspelt, ([name, meant]) => `${name} is not a setting; ${meant} is. Rename or remove it`)
  throw new UsageError(lines.join('\n'))
}

/** The settings of this process; a `.env` file in the working folder sets variables that are not set already. */
export function readEnvironment(): Environment {
  // Also a pipe, as password managers provide it.
  if (statSync('.env', { throwIfNoEntry: false })?.isDirectory() === false) {
    for (const [name, value] of Object.entries(parseEnv(settingsText(readFileSync('.env')))))
      process.env[name] ??= value
  }
  return parseEnvironment(process.env)
}

/** Windows' editors and shells put a mark before the first name, with which it would be no setting, or write UTF-16. */
function settingsText(bytes: Buffer): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes)
}

/** The environment for a child process that is to work on the same data by the same clock. */
export function childEnvironment({ dataDir, fixedNow }: Environment): NodeJS.ProcessEnv {
  return { ...process.env, DATA_DIR: dataDir, ...(fixedNow && { SERVICE_NOW: fixedNow.toISOString() }) }
}

/** The clock of a run. */
export function clockOf({ fixedNow }: Environment): () => Date {
  return fixedNow === null ? () => new Date() : () => new Date(fixedNow)
}

function serviceOf(data: Variables, readFile: (path: string) => string): RemoteService | null {
  const { SERVICE_BASE_URL: baseUrl, SERVICE_TOKEN_FILE, SERVICE_HEADERS_FILE } = data
  const read = () => credentialsOf(data, readFile)
  const credentials = read()
  if (baseUrl !== undefined && credentials !== null) {
    const isInFile = SERVICE_TOKEN_FILE !== undefined || SERVICE_HEADERS_FILE !== undefined
    const reread = isInFile ? () => read() ?? credentials : null
    return { baseUrl, ...credentials, reread, outboundProxy: data.SERVICE_PROXY_URL ?? null }
  }
  const ofWay = (['SERVICE_HEADERS', 'SERVICE_HEADERS_FILE', 'SERVICE_PROXY_URL'] as const).find((name) => data[name])
  if (baseUrl === undefined && credentials === null && ofWay === undefined) return null
  const [given, missing] =
    baseUrl !== undefined
      ? ['SERVICE_BASE_URL', 'SERVICE_TOKEN']
      : [credentials === null ? ofWay : 'SERVICE_TOKEN', 'SERVICE_BASE_URL']
  throw new UsageError(
    `${given} is set but ${missing} is not; set both to use that service, or neither to use the embedded one`,
  )
}

/** Restricts host names by default only on loopback without a proxy: elsewhere, proxy or network decide on names. */
function allowedHostsOf({ ALLOWED_HOSTS, HOST, TRUSTED_PROXIES }: Variables): AllowedHosts {
  if (ALLOWED_HOSTS !== undefined) return ALLOWED_HOSTS.includes('*') ? null : ALLOWED_HOSTS
  return LOOPBACK.test(HOST) && TRUSTED_PROXIES.length === 0 ? [] : null
}

function basemapOf(
  { BASEMAP_URL: basemap, STREETS_URL: streets }: Variables,
  tilesProblem: (path: string) => string | null,
): BasemapRules {
  if (basemap !== undefined) {
    const problem = isWebAddress(basemap) ? null : tilesProblem(basemap)
    if (problem !== null) throw new UsageError(`BASEMAP_URL="${basemap}" should be a .pmtiles file: ${problem}`)
    return {
      source: isWebAddress(basemap) ? { kind: 'address', url: basemap } : { kind: 'file', path: basemap },
      isShownAtOnce: true,
    }
  }
  return { source: streets === 'none' ? null : { kind: 'address', url: streets }, isShownAtOnce: false }
}

/** Metrics are for known programs, so the names by which they are reached never default to any. */
function metricsOf({ METRICS_PORT, METRICS_HOST, ALLOWED_HOSTS = [] }: Variables): Environment['metrics'] {
  if (METRICS_PORT === undefined) return null
  const allowedHosts = ALLOWED_HOSTS.includes('*') ? null : [...ALLOWED_HOSTS, METRICS_HOST.toLowerCase()]
  return { host: METRICS_HOST, port: METRICS_PORT, allowedHosts }
}
