import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { PATH_PREFIX } from '../contract/limits.ts'
import { UsageError } from './usage-error.ts'

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
const DAY = 'a day such as 2018-12-15, or an instant such as 2018-12-15T08:00:00Z'

const schema = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'should be a port number from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, 'should be a port number from 0 to 65535')
    .default(8080),
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
  /** The instant that the clock stands at; null lets it run. */
  fixedNow: Date | null
  logLevel: (typeof LOG_LEVELS)[number]
}

/** Reads and checks the settings; empty variables count as not set. Throws a `UsageError` that names every wrong one. */
export function parseEnvironment(raw: Readonly<Record<string, string | undefined>>): Environment {
  const set = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== undefined && value.trim() !== ''))
  const parsed = schema.safeParse(set)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => {
      const name = String(path[0])
      return `${name}="${set[name]}" ${message}`
    })
    throw new UsageError([...new Set(lines)].join('\n'))
  }
  const { PORT, HOST, DATA_DIR, SERVICE_BASE_URL, SERVICE_TOKEN, SERVICE_NOW, LOG_LEVEL } = parsed.data
  return {
    port: PORT,
    host: HOST,
    dataDir: DATA_DIR,
    service: serviceOf(SERVICE_BASE_URL, SERVICE_TOKEN),
    fixedNow: SERVICE_NOW ?? null,
    logLevel: LOG_LEVEL,
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

function withPrefix(address: string): string {
  const url = new URL(address)
  return url.pathname === '/' ? `${url.origin}${PATH_PREFIX}` : address.replace(/\/+$/, '')
}
