import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { PATH_PREFIX } from '../../contract/limits.ts'
import { SPENDING_MODES } from '../../contract/proxy-api.ts'
import { compileTrust } from '../../server/http/client-address.ts'
import { parseRedisAddress } from '../../server/storage/redis-address.ts'
import { parseClickhouseAddress } from '../../service/clickhouse/clickhouse-address.ts'
import { parseS3Address } from '../../service/object-storage/s3-address.ts'
import { parsePostgresAddress } from '../../service/postgres/postgres-address.ts'
import type { GeocoderAddress } from '../../service/search/geocoder.ts'

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
const MAX_DRAIN_SECONDS = 300
const DAY = 'a day such as 2018-12-15, or an instant such as 2018-12-15T08:00:00Z, with its time zone'
/** Paths are added to the addresses of services, and their credentials are sent in other ways. */
export const BARE = 'without a user, a password, ? or #'

/** The address of one of the interface's endpoints. */
const ENDPOINT = new RegExp(`${PATH_PREFIX}/(ping|openapi\\.yaml|geo|coverage|stats|meta|usage|reports)(/.*)?$`)
/** Headers of HTTP and of browsers: their presence names nobody. */
export const SENT_BY_CLIENTS =
  /^(host|connection|keep-alive|te|transfer-encoding|expect|user-agent|accept(-.+)?|authorization|cookie|referer|origin|cache-control|pragma|content-.+|if-.+|range|sec-.+|upgrade.*|dnt|priority|save-data|purpose|x-requested-with)$/i
/** Headers that proxies add to every request. */
const SENT_BY_PROXIES =
  /^(via|forwarded|x-forwarded-(for|host|port|proto|server|scheme|ssl|prefix|path|uri|method)|x-original-(uri|url|host|method|forwarded-for)|x-scheme|.+-ip(v6)?|cf-(ray|visitor|ipcountry)|cdn-loop|(x-)?(request|correlation|trace|amzn-trace)-id|x-varnish|x-b3-.+|trace(parent|state)|baggage)$/i

const PORT_NUMBER = 'should be a port number from 0 to 65535'
const portNumber = z
  .string()
  .regex(/^\d{1,5}$/, PORT_NUMBER)
  .transform(Number)
  .refine((port) => port <= 65_535, PORT_NUMBER)

const listenHost = z
  .string()
  .refine(
    (text) => isIP(text) > 0 || /^[a-z0-9._-]+$/i.test(text),
    'should be an address or a name of this machine, such as 127.0.0.1 or 0.0.0.0, without a scheme, a port or quotation marks',
  )

/** Only shells expand ~ and variables, and remove quotation marks. */
const IN_FULL = 'should be a full path: ~, variables and quotation marks mean nothing in a settings file'
const HOST_NAMES =
  'should be names such as map.example, or .example for all its subdomains, separated by commas, or * for any name'

const COUNT = 'should be a whole number such as 500, with nine digits at most'
const callCount = z
  .string()
  .regex(/^\d{1,9}$/, COUNT)
  .transform(Number)

/** OpenFreeMap serves streets of the whole world to anybody, without a key. */
const OPEN_FREE_MAP = 'https://tiles.openfreemap.org/planet'
const STREETS = `should be an address such as ${OPEN_FREE_MAP}, or none`
const TILES =
  'should be the address of a style, a TileJSON or a .pmtiles file, or the path of a .pmtiles file on this machine'
/** `https://x/{z}/{x}/{y}.pbf` is the address of tiles, which says neither their layers nor their zooms. */
const isTemplate = (text: string) => isWebAddress(text) && /[{}]/.test(text)

const ORIGINS = 'should be origins such as https://blog.example, separated by commas'
const origins = z
  .string()
  .transform(listOf)
  .refine((entries) => entries.every((entry) => entry === '*' || isOrigin(entry)), ORIGINS)

/** The variables that the environment may set, each with its form and default; `.env.example` explains them. */
export const variables = z.object({
  PORT: portNumber.default(8080),
  HOST: listenHost.default('127.0.0.1'),
  DATA_DIR: z
    .string()
    // A folder of that name would be made in the working folder.
    .regex(/^[^~$"']/, IN_FULL)
    .refine((path) => !path.includes('://'), 'should be a folder of this machine, not an address')
    .default('data')
    .transform((path) => resolve(path)),
  SERVICE_BASE_URL: z
    .string()
    .trim()
    .refine(isBareAddress, `should be an address such as https://service.example${PATH_PREFIX}, ${BARE}`)
    .refine((text) => !ENDPOINT.test(text), 'should end before the name of an endpoint, as the address of the service')
    .transform(withPrefix)
    .optional(),
  SERVICE_TOKEN: z.string().optional(),
  SERVICE_TOKEN_FILE: z.string().optional(),
  SERVICE_PROXY_URL: z
    .string()
    .refine(isProxyAddress, 'should be the address of an HTTP proxy, such as http://proxy.example:3128')
    .optional(),
  SERVICE_HEADERS: z.string().optional(),
  SERVICE_HEADERS_FILE: z.string().optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform(listOf)
    .refine((entries) => !entries.some((entry) => entry.endsWith('/0')), {
      error:
        'should not name all addresses, because anybody could then claim any; name those of the proxies, such as 10.0.0.0/8 or loopback',
      abort: true,
    })
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
    .refine(
      (name) => !SENT_BY_CLIENTS.test(name) && !SENT_BY_PROXIES.test(name),
      'is sent for everybody; it should be a header such as X-Forwarded-User',
    )
    .optional(),
  EMBED_ORIGINS: origins.default([]),
  EMBED_SPENDING_ORIGINS: origins
    .refine(
      (all) => !all.some((origin) => origin.includes('*')),
      `${ORIGINS}; * is not accepted here, because any site could then spend`,
    )
    .default([]),
  BASEMAP_URL: z
    .string()
    .refine((text) => isWebAddress(text) || (!text.includes('://') && text.endsWith('.pmtiles')), TILES)
    .refine((text) => !isTemplate(text), 'should be the address of a style or a TileJSON that names such tiles')
    .transform((text) => (isWebAddress(text) ? text : resolve(text)))
    .optional(),
  STREETS_URL: z
    .string()
    .refine((text) => text === 'none' || isWebAddress(text), STREETS)
    .refine((text) => !isTemplate(text), 'should be the address of a style or a TileJSON that names such tiles')
    .default(OPEN_FREE_MAP),
  METRICS_PORT: portNumber.optional(),
  METRICS_HOST: listenHost.default('127.0.0.1'),
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
  ACCOUNTS_URL: z
    .string()
    .transform((text, context) => {
      const address = parsePostgresAddress(text)
      if (address !== null) return address
      context.addIssue(
        'should be an address such as postgres://user:password@host:5432/database, with special characters in %xx form; ?sslmode= can be disable, require or verify-full',
      )
      return z.NEVER
    })
    .optional(),
  FIGURES_URL: z
    .string()
    .transform((text, context) => {
      const address = parseClickhouseAddress(text)
      if (address !== null) return address
      context.addIssue(
        'should be an address such as clickhouse://user:password@a:8123,b:8123/database, with a semicolon between shards, each server once, clickhouses://… for TLS, and a database of letters, digits and underscores',
      )
      return z.NEVER
    })
    .optional(),
  METERING_URL: z
    .string()
    .transform((text, context) => {
      const address = parseRedisAddress(text)
      if (address !== null) return address
      context.addIssue(
        'should be an address such as redis://store.example:6379/1, with the number of a database, or rediss://… for TLS',
      )
      return z.NEVER
    })
    .optional(),
  LISTINGS_URL: z
    .string()
    .transform((text, context) => {
      const address = parseS3Address(text)
      if (address !== null) return address
      context.addIssue(
        'should be an address such as s3://bucket/prefix, with a bucket of 3 to 63 lower-case letters, digits, dots and hyphens, and a prefix of letters, digits, dots, hyphens, underscores and slashes',
      )
      return z.NEVER
    })
    .optional(),
  // Other programs use these too, so they are checked only where LISTINGS_URL is set.
  AWS_ENDPOINT_URL_S3: z.string().optional(),
  AWS_REGION: z.string().optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  PLANS_FILE: z
    .string()
    .regex(/^[^~$"']/, IN_FULL)
    .refine((path) => !path.includes('://'), 'should be a file on this machine, not an address')
    .transform((path) => resolve(path))
    .optional(),
  GEOCODER_URL: z
    .string()
    .trim()
    .refine(
      (text) => /^(photon|nominatim)\+/.test(text) && isBareAddress(text.slice(text.indexOf('+') + 1)),
      `should be an address such as photon+https://photon.example, ${BARE}`,
    )
    .refine((text) => !/\/(api|search)\/*$/.test(text), 'should end before api or search, which are added to it')
    .transform(geocoderOf)
    .optional(),
  SERVICE_NOW: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}(T.+(Z|[+-]\d{2}:?\d{2}))?$/, `should be ${DAY}`)
    .refine(isInstant, `should be ${DAY}`)
    .transform((text) => new Date(text))
    .optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `should be one of ${LOG_LEVELS.join(', ')}`).default('warn'),
})

export type Variables = z.infer<typeof variables>

/** Names that `compileTrust` reads. */
const NETWORKS: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** True for a scheme, a host and perhaps a port, as browsers send them. */
function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
}

/** True for an address that a browser may request. It has no password, which every reader would see. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

/** True for a scheme, a host and perhaps a port, user and password. */
function isProxyAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { pathname, search, hash } = new URL(text)
  return pathname === '/' && search === '' && hash === ''
}

/** True for an address to which paths can be added, as the address of a service. */
export function isBareAddress(text: string): boolean {
  return isWebAddress(text) && !/[?#\s]/.test(text)
}

function isHostName(text: string): boolean {
  return text === '*' || /^\.?[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(text)
}

/** Whether a day from 1970 on exists, with or without a time on it: `Date.parse` alone reads 30 February as 2 March. */
function isInstant(text: string): boolean {
  const day = text.slice(0, 10)
  const midnight = new Date(day)
  if (!(midnight.getTime() >= 0) || midnight.toISOString().slice(0, 10) !== day) return false
  return !Number.isNaN(Date.parse(text))
}

function listOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((entry) => entry !== '')
}

function isTrustList(entries: readonly string[]): boolean {
  // Old spellings would be read as other addresses: `1`, which elsewhere means one proxy, 10/8 and 010.0.0.1.
  if (!entries.every((entry) => NETWORKS.has(entry) || isIP(entry.replace(/\/.*/, '')) > 0)) return false
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
  return /^\/+$/.test(url.pathname) ? `${url.origin}${PATH_PREFIX}` : address.replace(/\/+$/, '')
}
