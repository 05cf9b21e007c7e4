import type { Pool, PoolClient, QueryConfig } from 'pg'
import { numberParameters } from './named-parameters.ts'
import { type PostgresAddress, postgresName } from './postgres-address.ts'
import { faultOf } from './postgres-faults.ts'

/** Values of a statement's parameters, by name. */
export type Values = Readonly<Record<string, unknown>>

/** Runs a statement with parameters such as `:account`, and returns its rows. */
export type Statement = (sql: string, values?: Values) => Promise<unknown[]>

/** A database. Functions reject with `PostgresAway` when it cannot be reached, else with what it reports. */
export interface PostgresServer {
  /** Its address, without credentials. */
  readonly name: string
  /** Runs a statement that reads; a second time where the connection broke, as it does when the server restarts. */
  readonly read: Statement
  readonly write: Statement
  /** Runs statements that take effect together or not at all, each of which sees what others have committed before it. */
  together<T>(work: (statement: Statement) => Promise<T>): Promise<T>
  /** Runs statements that read, all as of one moment. */
  snapshot<T>(work: (statement: Statement) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface Opening {
  /** How long a statement may take, in ms. */
  readonly statementMs: number
  /** What gave the address, for messages: ACCOUNTS_URL by default. */
  readonly givenBy?: string | undefined
}

const CONNECT_MS = 2_000
const CONNECTIONS = 10
/** A client that stops in the middle of a transaction must not keep its locks. */
const LIMIT = "SET LOCAL idle_in_transaction_session_timeout = '10s'"
const TOGETHER = `BEGIN ISOLATION LEVEL READ COMMITTED; ${LIMIT}`
const SNAPSHOT = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${LIMIT}`

/** Opens a database; connects when it is first used. Throws when the client, an optional package, is not installed. */
export async function openPostgres(
  address: PostgresAddress,
  { statementMs, givenBy = 'ACCOUNTS_URL' }: Opening,
): Promise<PostgresServer> {
  const pg = await loadClient(givenBy)
  // Counts are far below what a double holds exactly; the client would return texts.
  const types = {
    getTypeParser: (oid: number, format?: 'text') =>
      oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
  }
  const { host, port, user, password, database, tls } = address
  const pool = new pg.Pool({
    ...{ host, port, database, user, password },
    ...(tls !== 'none' && { ssl: { rejectUnauthorized: tls === 'verified' } }),
    ...{ application_name: 'squaremetre', max: CONNECTIONS, keepAlive: true },
    ...{ connectionTimeoutMillis: CONNECT_MS, query_timeout: statementMs },
    types: types as NonNullable<QueryConfig['types']>,
  })
  // An idle connection broke; the next statement gets a new one, or the error.
  pool.on('error', () => {})
  const name = postgresName(address)
  const away = (error: unknown) => Promise.reject(asFault(error, `${name} (${givenBy})`))
  const run = (sql: string, values: Values = {}) => runOn(pool, sql, values)
  return {
    name,
    read: async (sql, values) => {
      try {
        return await run(sql, values)
      } catch (error) {
        if (!faultOf(error)?.isBrokenConnection) return away(error)
      }
      return run(sql, values).catch(away)
    },
    write: (sql, values) => run(sql, values).catch(away),
    together: (work) => transaction(pool, TOGETHER, work).catch(away),
    snapshot: (work) => transaction(pool, SNAPSHOT, work).catch(away),
    close: () => pool.end(),
  }
}

/** The database cannot be reached, refuses the connection, or takes no writes. */
export class PostgresAway extends Error {
  override readonly name = 'PostgresAway'
}

function asFault(error: unknown, name: string): unknown {
  const fault = faultOf(error)
  return fault === null ? error : new PostgresAway(`the Postgres at ${name} ${fault.text}`)
}

async function transaction<T>(pool: Pool, begin: string, work: (statement: Statement) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let isSound = false
  try {
    await client.query(begin)
    const result = await work((sql, values) => runOn(client, sql, values ?? {}))
    await client.query('COMMIT')
    isSound = true
    return result
  } finally {
    // A connection that is closed takes back what was not committed.
    client.release(!isSound)
  }
}

const numbered = new Map<string, ReturnType<typeof numberParameters>>()

async function runOn(on: Pool | PoolClient, sql: string, values: Values): Promise<unknown[]> {
  const { text, names } = numbered.get(sql) ?? numberParameters(sql)
  numbered.set(sql, { text, names })
  const { rows } = await on.query({ text, values: names.map((name) => values[name] ?? null) })
  // Several statements at once, which only a migration has, return none.
  return rows ?? []
}

async function loadClient(givenBy: string) {
  try {
    return (await import('pg')).default
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Error(
      `${givenBy} needs the package pg, which is not installed. Install it beside squaremetre: npm install pg`,
      { cause: error },
    )
  }
}
