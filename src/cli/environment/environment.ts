import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { PATH_PREFIX } from '../../contract/limits.ts'
import { SPENDING_MODES } from '../../contract/proxy-api.ts'
import type { AccessRules } from '../../proxy/access/access.ts'
import { parseRedisAddress } from '../../proxy/ledger/redis-address.ts'
import type { SpendingRules } from '../../proxy/spending/spending-caps.ts'
import type { AllowedHosts } from '../../server/allowed-hosts.ts'
import { compileTrust } from '../../server/client-address.ts'
import type { GeocoderAddress } from '../../service/search/geocoder.ts'
import { UsageError } from './usage-error.ts'

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
const MAX_DRAIN_SECONDS = 300
const DAY = 'a day such as 2018-12-15, or an instant such as 2018-12-15T08:00:00Z'

const PORT_NUMBER = 'should be a port number from 0 to 65535'
const portNumber = z
  .string()
  .regex(/^\d{1,5}$/, PORT_NUMBER)
  .transform(Number)
  .refine((port) => port <= 65_535, PORT_NUMBER)

const HOST_NAMES =
  'should be names such as map.example, or .example for all its subdomains, separated by commas, or * for any name'
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/

const COUNT = 'should be a whole number such as 500'
const callCount = z
  .string()
  .regex(/^\d{1,9}$/, COUNT)
  .transform(Number)

const schema = z.object({
  PORT: portNumber.default(8080),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z
    .string()
    .default('data')
    .transform((path) => resolve(path)),
  SERVICE_BASE_URL: z
    .url({ protocol: /^https?$/, error: `should be an address such as https://service.example${PATH_PREFIX}` })
    .transform(withPrefix)
    .optional(),
  SERVICE_TOKEN: z.string().optional(),
  SERVICE_TOKEN_FILE: z.string().optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform(listOf)
    .refine(isTrustList, 'should be addresses or ranges such as 10.0.0.0/8, or loopback, separated by commas')
    .default([]),
  ALLOWED_HOSTS: z
    .string()
    .transform((text) => listOf(text).map((name) => name.toLowerCase()))
    .refine((names) => names.every(isHostName), HOST_NAMES)
    .optional(),
  SPENDING_MODE: z.enum(SPENDING_MODES, `should be one of ${SPENDING_MODES.join(', ')}`).default('buy'),
  RESERVED_CALLS: callCount.default(0),
  CALLS_PER_DAY: callCount.optional(),
  CALLS_PER_ADDRESS_PER_DAY: callCount.optional(),
  CALLS_PER_SESSION_PER_DAY: callCount.optional(),
  REQUESTS_PER_MINUTE: callCount.default(1_200),
  SIGN_IN_PASSWORD: z.string().optional(),
  SIGN_IN_PASSWORD_FILE: z.string().optional(),
  REQUIRED_HEADER: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]*$/, 'should be the name of a header such as X-Forwarded-User')
    .optional(),
  METRICS_PORT: portNumber.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  DRAIN_SECONDS: z
    .string()
    .regex(/^\d{1,3}$/, `should be a whole number from 0 to ${MAX_DRAIN_SECONDS}`)
    .transform(Number)
    .refine((seconds) => seconds <= MAX_DRAIN_SECONDS, `should be a whole number from 0 to ${MAX_DRAIN_SECONDS}`)
    .default(0),
  LEDGER_URL: z
    .string()
    .refine(
      (text) => parseRedisAddress(text) !== null,
      'should be an address such as redis://store.example:6379, rediss://… for TLS, or redis+cluster://a:6379,b:6379',
    )
    .optional(),
  PLANS_FILE: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  GEOCODER_URL: z
    .string()
    .regex(/^(photon|nominatim)\+https?:\/\/[^/]/, 'should be an address such as photon+https://photon.example')
    .refine((text) => URL.canParse(text), 'should be an address such as photon+https://photon.example')
    .transform(geocoderOf)
    .optional(),
  SERVICE_NOW: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}(T.+)?$/, `should be ${DAY}`)
    .refine(isInstant, `should be ${DAY}`)
    .transform((text) => new Date(text))
    .optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `should be one of ${LOG_LEVELS.join(', ')}`).default('warn'),
})

/** The settings of one run; `.env.example` explains each variable. */
export interface Environment {
  port: number
  host: string
  /** Absolute. */
  dataDir: string
  /** Whether DATA_DIR names it, rather than the default. */
  isDataDirSet: boolean
  /** A service other than the embedded one; null means the embedded one. */
  service: { baseUrl: string; token: string } | null
  /** The Redis that stores the proxy's ledger; null means a file in DATA_DIR. */
  ledgerUrl: string | null
  /** Absolute; null means the plans in DATA_DIR, or the built-in ones. */
  plansFile: string | null
  /** The geocoder for names that no place has; null means GeoNames' towns. */
  geocoder: GeocoderAddress | null
  /** Proxies whose word about the client is trusted, in the form that `compileTrust` reads. */
  trustedProxies: string[]
  /** The guards on spending. */
  spending: SpendingRules
  /** Who can reach the page, and how often. */
  access: AccessRules
  /** Where metrics are served; null means nowhere. */
  metrics: { host: string; port: number; allowedHosts: AllowedHosts } | null
  /** Seconds from the stop signal until new connections are refused. */
  drainSeconds: number
  /** The instant at which the clock stands still; null means that it runs. */
  fixedNow: Date | null
  logLevel: (typeof LOG_LEVELS)[number]
}

/**
 * Reads and checks the settings; empty variables count as not set, except for those that close a door. Throws a
 * `UsageError` that names all invalid ones.
 */
export function parseEnvironment(
  raw: Readonly<Record<string, string | undefined>>,
  readFile = (path: string) => readFileSync(path, 'utf8'),
): Environment {
  refuseBlankDoors(raw)
  const set = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== undefined && value.trim() !== ''))
  const parsed = schema.safeParse(set)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => {
      const name = String(path[0])
      // An address can contain a password.
      const shown = set[name]?.replace(/:\/\/[^/]*@/, '://…@')
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
    service: serviceOf(data.SERVICE_BASE_URL, tokenOf(data, readFile)),
    ledgerUrl: data.LEDGER_URL ?? null,
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
    },
    metrics: metricsOf(data),
    drainSeconds: data.DRAIN_SECONDS,
    fixedNow: data.SERVICE_NOW ?? null,
    logLevel: data.LOG_LEVEL,
  }
}

/** The settings of this process; a `.env` file in the working folder sets variables that are not set already. */
export function readEnvironment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return parseEnvironment(process.env)
}

/** The environment for a child process that is to work on the same data by the same clock. */
export function childEnvironment({ dataDir, fixedNow }: Environment): NodeJS.ProcessEnv {
  return { ...process.env, DATA_DIR: dataDir, ...(fixedNow && { SERVICE_NOW: fixedNow.toISOString() }) }
}

/** The clock of a run. */
export function clockOf({ fixedNow }: Environment): () => Date {
  return fixedNow === null ? () => new Date() : () => new Date(fixedNow)
}

function serviceOf(baseUrl: string | undefined, token: string | undefined): Environment['service'] {
  if (baseUrl !== undefined && token !== undefined) return { baseUrl, token }
  if (baseUrl === undefined && token === undefined) return null
  const [given, missing] =
    baseUrl === undefined ? ['SERVICE_TOKEN', 'SERVICE_BASE_URL'] : ['SERVICE_BASE_URL', 'SERVICE_TOKEN']
  throw new UsageError(
    `${given} is set but ${missing} is not; set both to use that service, or neither to use the embedded one`,
  )
}

function tokenOf(
  { SERVICE_TOKEN, SERVICE_TOKEN_FILE }: z.infer<typeof schema>,
  readFile: (path: string) => string,
): string | undefined {
  return secretOf({ SERVICE_TOKEN }, { SERVICE_TOKEN_FILE }, 'the token', readFile)
}

function signInOf(data: z.infer<typeof schema>, readFile: (path: string) => string): AccessRules['signIn'] {
  const { SIGN_IN_PASSWORD, SIGN_IN_PASSWORD_FILE, REQUIRED_HEADER, TRUSTED_PROXIES } = data
  const password = secretOf({ SIGN_IN_PASSWORD }, { SIGN_IN_PASSWORD_FILE }, 'the password', readFile)
  if (password !== undefined && REQUIRED_HEADER !== undefined) {
    throw new UsageError('set either a password or REQUIRED_HEADER, not both')
  }
  if (password !== undefined) {
    return { kind: 'password', password }
  }
  if (REQUIRED_HEADER === undefined) return { kind: 'nobody asked' }
  if (TRUSTED_PROXIES.length === 0) {
    throw new UsageError(
      `REQUIRED_HEADER="${REQUIRED_HEADER}" needs TRUSTED_PROXIES; without it, anyone could send that header`,
    )
  }
  return { kind: 'header', name: REQUIRED_HEADER }
}

/** A secret from one variable, or from the file that another variable names. */
function secretOf(
  inVariable: Record<string, string | undefined>,
  inFile: Record<string, string | undefined>,
  what: string,
  readFile: (path: string) => string,
): string | undefined {
  const [[name, value] = ['', undefined]] = Object.entries(inVariable)
  const [[fileName, path] = ['', undefined]] = Object.entries(inFile)
  if (path === undefined) return value
  if (value !== undefined) throw new UsageError(`set either ${name} or ${fileName}, not both`)
  const expected = `${fileName}="${path}" should be a file that contains ${what}`
  let secret: string
  try {
    secret = readFile(path).trim()
  } catch (error) {
    throw new UsageError(`${expected}: ${error instanceof Error ? error.message : error}`)
  }
  if (secret === '') throw new UsageError(`${expected}; it is blank`)
  return secret
}

/** Variables without which everybody is let in: a blank one is a mistake, and must not open the door. */
const DOORS = ['SIGN_IN_PASSWORD', 'SIGN_IN_PASSWORD_FILE', 'REQUIRED_HEADER'] as const

function refuseBlankDoors(raw: Readonly<Record<string, string | undefined>>): void {
  const blank = DOORS.filter((name) => raw[name]?.trim() === '')
  if (blank.length === 0) return
  throw new UsageError(
    blank.map((name) => `${name} is set but blank; give it a value, or remove it to let everybody in`).join('\n'),
  )
}

/** Restricts host names by default only on loopback without a proxy: elsewhere, proxy or network decide on names. */
function allowedHostsOf({ ALLOWED_HOSTS, HOST, TRUSTED_PROXIES }: z.infer<typeof schema>): AllowedHosts {
  if (ALLOWED_HOSTS !== undefined) return ALLOWED_HOSTS.includes('*') ? null : ALLOWED_HOSTS
  return LOOPBACK.test(HOST) && TRUSTED_PROXIES.length === 0 ? [] : null
}

function isHostName(text: string): boolean {
  return text === '*' || /^\.?[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(text)
}

/** Whether a day exists, with or without a time on it: `Date.parse` alone reads 30 February as 2 March. */
function isInstant(text: string): boolean {
  const day = text.slice(0, 10)
  const midnight = new Date(day)
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return false
  return !Number.isNaN(Date.parse(text))
}

/** Metrics are for known programs, so the names by which they are reached never default to any. */
function metricsOf({ METRICS_PORT, METRICS_HOST, ALLOWED_HOSTS = [] }: z.infer<typeof schema>): Environment['metrics'] {
  if (METRICS_PORT === undefined) return null
  const allowedHosts = ALLOWED_HOSTS.includes('*') ? null : [...ALLOWED_HOSTS, METRICS_HOST.toLowerCase()]
  return { host: METRICS_HOST, port: METRICS_PORT, allowedHosts }
}

function listOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((entry) => entry !== '')
}

function isTrustList(entries: readonly string[]): boolean {
  try {
    compileTrust(entries)
    return true
  } catch {
    return false
  }
}

function geocoderOf(address: string): GeocoderAddress {
  const [kind, url] = [address.slice(0, address.indexOf('+')), address.slice(address.indexOf('+') + 1)]
  return { kind: kind === 'photon' ? 'photon' : 'nominatim', url }
}

function withPrefix(address: string): string {
  const url = new URL(address)
  return url.pathname === '/' ? `${url.origin}${PATH_PREFIX}` : address.replace(/\/+$/, '')
}
