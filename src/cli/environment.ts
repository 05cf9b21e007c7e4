import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { PATH_PREFIX } from '../contract/limits.ts'
import { compileTrust } from '../server/client-address.ts'
import type { GeocoderAddress } from '../service/places/geocoder.ts'
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
    .transform((text) => text.split(/[\s,]+/).filter((entry) => entry !== ''))
    .refine(isTrustList, 'should be addresses or ranges such as 10.0.0.0/8, or loopback, separated by commas')
    .default([]),
  METRICS_PORT: portNumber.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  DRAIN_SECONDS: z
    .string()
    .regex(/^\d{1,3}$/, `should be a whole number from 0 to ${MAX_DRAIN_SECONDS}`)
    .transform(Number)
    .refine((seconds) => seconds <= MAX_DRAIN_SECONDS, `should be a whole number from 0 to ${MAX_DRAIN_SECONDS}`)
    .default(0),
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
    .refine((text) => !Number.isNaN(Date.parse(text)), `should be ${DAY}`)
    .transform((text) => new Date(text))
    .optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `should be one of ${LOG_LEVELS.join(', ')}`).default('warn'),
})

/** The settings of one run; `.env.example` says what each variable means. */
export interface Environment {
  port: number
  host: string
  /** Absolute. */
  dataDir: string
  /** Another service than the embedded one; null means the embedded one. */
  service: { baseUrl: string; token: string } | null
  /** Absolute; null where the plans are those of DATA_DIR, or the shipped ones. */
  plansFile: string | null
  /** Whom the embedded service asks for names that it has no place for; null means GeoNames' towns. */
  geocoder: GeocoderAddress | null
  /** Proxies that are believed about whom they speak for, as `compileTrust` reads them. */
  trustedProxies: string[]
  /** Where metrics are served; null serves none. */
  metrics: { host: string; port: number } | null
  /** Seconds from the signal to stop until no more connections are taken. */
  drainSeconds: number
  /** The instant that the clock stands at; null lets it run. */
  fixedNow: Date | null
  logLevel: (typeof LOG_LEVELS)[number]
}

/** Reads and checks the settings; empty variables count as not set. Throws a `UsageError` that names every wrong one. */
export function parseEnvironment(
  raw: Readonly<Record<string, string | undefined>>,
  readFile = (path: string) => readFileSync(path, 'utf8'),
): Environment {
  const set = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== undefined && value.trim() !== ''))
  const parsed = schema.safeParse(set)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => {
      const name = String(path[0])
      return `${name}="${set[name]}" ${message}`
    })
    throw new UsageError([...new Set(lines)].join('\n'))
  }
  const { data } = parsed
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: data.DATA_DIR,
    service: serviceOf(data.SERVICE_BASE_URL, tokenOf(data, readFile)),
    plansFile: data.PLANS_FILE ?? null,
    geocoder: data.GEOCODER_URL ?? null,
    trustedProxies: data.TRUSTED_PROXIES,
    metrics: data.METRICS_PORT === undefined ? null : { host: data.METRICS_HOST, port: data.METRICS_PORT },
    drainSeconds: data.DRAIN_SECONDS,
    fixedNow: data.SERVICE_NOW ?? null,
    logLevel: data.LOG_LEVEL,
  }
}

/** The settings of this process, with those of a `.env` file in the working folder where they are not set already. */
export function readEnvironment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return parseEnvironment(process.env)
}

/** The clock that a run goes by. */
export function clockOf({ fixedNow }: Environment): () => Date {
  return fixedNow === null ? () => new Date() : () => new Date(fixedNow)
}

function serviceOf(baseUrl: string | undefined, token: string | undefined): Environment['service'] {
  if (baseUrl !== undefined && token !== undefined) return { baseUrl, token }
  if (baseUrl === undefined && token === undefined) return null
  const [given, missing] =
    baseUrl === undefined ? ['SERVICE_TOKEN', 'SERVICE_BASE_URL'] : ['SERVICE_BASE_URL', 'SERVICE_TOKEN']
  throw new UsageError(
    `${given} is set but ${missing} is not: set both to use that service, or neither to use the embedded one`,
  )
}

function tokenOf(
  { SERVICE_TOKEN, SERVICE_TOKEN_FILE }: z.infer<typeof schema>,
  readFile: (path: string) => string,
): string | undefined {
  if (SERVICE_TOKEN_FILE === undefined) return SERVICE_TOKEN
  if (SERVICE_TOKEN !== undefined) throw new UsageError('set either SERVICE_TOKEN or SERVICE_TOKEN_FILE, not both')
  try {
    return readFile(SERVICE_TOKEN_FILE).trim()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(`SERVICE_TOKEN_FILE="${SERVICE_TOKEN_FILE}" should be a file that holds the token: ${reason}`)
  }
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
