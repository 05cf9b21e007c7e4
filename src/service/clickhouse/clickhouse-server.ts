import type { Readable } from 'node:stream'
import type { ClickHouseClient } from '@clickhouse/client'
import type { ClickhouseAddress } from './clickhouse-address.ts'
import type { Shard } from './shards.ts'

/** Values of a statement's parameters, such as `{build:String}`. */
export type ClickhouseParameters = Readonly<Record<string, unknown>>

/** One ClickHouse server. Functions reject with `ServerUnreachable`, or with what the server reports. */
export interface ClickhouseServer {
  /** Its address, without credentials. */
  readonly name: string
  /** Which figures it has. */
  readonly shard: Shard
  /** All rows of a result, as objects; 64-bit integers are texts. */
  rows<Row>(sql: string, parameters?: ClickhouseParameters): Promise<Row[]>
  /** All rows of a result, as arrays. */
  arrays<Row extends readonly unknown[]>(sql: string, parameters?: ClickhouseParameters): Promise<Row[]>
  /** The rows of a large result as arrays, some at a time. */
  chunks<Row extends readonly unknown[]>(sql: string, parameters?: ClickhouseParameters): AsyncIterable<Row[]>
  /** Runs a statement to its end. */
  run(sql: string, parameters?: ClickhouseParameters): Promise<void>
  /** The same with parameters that must not be logged: they are sent in the body, because servers log addresses. */
  runWithSecrets(sql: string, parameters: ClickhouseParameters): Promise<void>
  /** Runs an INSERT that ends with its format, with its rows as a stream in that format. */
  insert(sql: string, rows: Readable, parameters?: ClickhouseParameters): Promise<void>
  /** The result of a SELECT that ends with its format, as a stream in that format. */
  read(sql: string, parameters?: ClickhouseParameters): Promise<Readable>
  close(): Promise<void>
}

/** How long a statement may take, in ms. */
interface Patience {
  readonly statementMs: number
}

export interface Opening extends Patience {
  /** What gave the address, for messages: FIGURES_URL by default. */
  readonly givenBy?: string | undefined
}

/** The server does not respond. */
class ServerUnreachable extends Error {
  override readonly name = 'ServerUnreachable'
}

/** What is wrong with a server, with its address, for operators. */
export function nameFault({ name }: ClickhouseServer, fault: unknown): string {
  if (fault instanceof ServerUnreachable) return fault.message
  return `${name} refuses: ${fault instanceof Error ? fault.message : String(fault)}`
}

const MISSING = 'ERR_MODULE_NOT_FOUND'
/** What the client throws when it is not the server that reports an error. */
const UNREACHABLE = /ECONN|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EPIPE|[Tt]imeout|socket hang up/

/** Opens the servers of an address. Throws when the client, an optional package, is not installed. */
export async function openServers(
  address: ClickhouseAddress,
  { givenBy = 'FIGURES_URL', ...patience }: Opening,
): Promise<readonly ClickhouseServer[]> {
  const { createClient, ClickHouseLogLevel } = await loadClient(givenBy)
  const { shards } = address
  const servers = shards.flatMap((hosts, number) => hosts.map((url) => ({ url, shard: { number, of: shards.length } })))
  return servers.map(({ url, shard }) => {
    const client = createClient({
      url,
      username: address.username,
      password: address.password,
      database: address.database,
      application: 'squaremetre',
      request_timeout: patience.statementMs,
      // Failures are thrown, and logged by callers that know what they mean.
      log: { level: ClickHouseLogLevel.OFF },
      // Lists of cells are long.
      use_multipart_params_auto: true,
      clickhouse_settings: {
        output_format_json_quote_64bit_integers: 1,
        // A balancer would close a connection that is silent while a long statement runs.
        send_progress_in_http_headers: 1,
        http_headers_progress_interval_ms: '110000',
      },
    })
    return serverOf(url, shard, client, { ...patience, hide: hidden(address) })
  })
}

/** Returns what removes the password from a text: something before a server may repeat a request's headers in a page. */
function hidden({ username, password }: ClickhouseAddress): (text: string) => string {
  if (password === '') return (text) => text
  const basic = Buffer.from(`${username}:${password}`).toString('base64')
  const spellings = [basic, encodeURIComponent(basic), password, encodeURIComponent(password)]
  return (text) => spellings.reduce((rest, spelling) => rest.replaceAll(spelling, '[password]'), text)
}

async function loadClient(givenBy: string): Promise<typeof import('@clickhouse/client')> {
  try {
    return await import('@clickhouse/client')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== MISSING) throw error
    throw new Error(
      `${givenBy} needs the package @clickhouse/client, which is not installed. Install it beside squaremetre: npm install @clickhouse/client`,
      { cause: error },
    )
  }
}

function serverOf(
  name: string,
  shard: Shard,
  client: ClickHouseClient,
  { statementMs, hide }: Patience & { hide: (text: string) => string },
): ClickhouseServer {
  const asked = async <T>(ask: (abort_signal: AbortSignal) => Promise<T>): Promise<T> => {
    // The client's own limit does not end a request to a server that has stopped in the middle of one.
    const late = AbortSignal.timeout(statementMs)
    try {
      return await ask(late)
    } catch (error) {
      if (error instanceof Error) {
        error.message = hide(error.message)
        error.stack = hide(error.stack ?? '')
      }
      const { code = '', message = '' } = error as { code?: string; message?: string }
      if (!late.aborted && !UNREACHABLE.test(`${code} ${message}`)) throw error
      const reason = late.aborted ? `nothing within ${statementMs / 1_000} s` : message || code
      throw new ServerUnreachable(`${name} does not respond: ${reason}`, { cause: error })
    }
  }
  // The status comes first: without waiting for the end, a statement that fails late would look like a success.
  const toItsEnd = { clickhouse_settings: { wait_end_of_query: 1 as const } }
  return {
    name,
    shard,
    rows: (query, query_params = {}) =>
      asked(async (abort_signal) => {
        const result = await client.query({ query, query_params, abort_signal, format: 'JSONEachRow' })
        return result.json()
      }),
    arrays: <Row extends readonly unknown[]>(query: string, query_params: ClickhouseParameters = {}) =>
      asked(async (abort_signal) => {
        const result = await client.query({ query, query_params, abort_signal, format: 'JSONCompactEachRow' })
        return (await result.json()) as unknown as Row[]
      }),
    async *chunks<Row extends readonly unknown[]>(query: string, query_params: ClickhouseParameters = {}) {
      const result = await asked((abort_signal) =>
        client.query({ query, query_params, abort_signal, format: 'JSONCompactEachRow' }),
      )
      for await (const rows of result.stream()) yield rows.map((row) => row.json() as unknown as Row)
    },
    run: (query, query_params = {}) =>
      asked(async (abort_signal) => void (await client.command({ query, query_params, abort_signal, ...toItsEnd }))),
    runWithSecrets: (query, query_params) =>
      asked(async (abort_signal) => {
        const result = await client.query({
          ...{ query, query_params, abort_signal, ...toItsEnd },
          use_multipart_params: true,
        })
        result.close()
      }),
    insert: (query, values, query_params = {}) =>
      asked(async (abort_signal) => {
        const { stream } = await client.exec({ query, values, query_params, abort_signal, ...toItsEnd })
        stream.resume()
      }),
    read: (query, query_params = {}) =>
      asked(async (abort_signal) => (await client.exec({ query, query_params, abort_signal })).stream),
    close: () => client.close(),
  }
}
