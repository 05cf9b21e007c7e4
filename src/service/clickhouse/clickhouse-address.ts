/** Base addresses such as `http://a.example:8123` of servers that have the same figures. */
type Hosts = readonly [string, ...string[]]

/** The servers of a ClickHouse, and the credentials for them. */
export interface ClickhouseAddress {
  /** The servers of each shard; one shard has all figures. Its first server that responds computes them. */
  readonly shards: readonly [Hosts, ...Hosts[]]
  readonly username: string
  readonly password: string
  readonly database: string
}

const SHAPE = /^clickhouse(s?):\/\/(?:([^/?#]*)@)?([^/?#@]+)(?:\/([A-Za-z0-9_]+))?\/?$/

/**
 * Reads `clickhouse://[user:password@]host[:port][,host…][;host…][/database]`, or `clickhouses://…` for TLS; null when it
 * is not such an address. Semicolons separate shards. Ports are those of the HTTP interface: 8123, with TLS 8443.
 */
export function parseClickhouseAddress(text: string): ClickhouseAddress | null {
  const [, tls, credentials = '', authority = '', database = 'default'] = SHAPE.exec(text) ?? []
  if (tls === undefined) return null
  const [first, ...others] = authority.split(';').map((shard) => hostsOf(shard, tls === 's'))
  const [username = '', password = ''] = credentials.split(/:(.*)/s).map(decoded)
  if (!first || others.includes(null) || username === null || password === null) return null
  const shards: ClickhouseAddress['shards'] = [first, ...others.flatMap((hosts) => (hosts ? [hosts] : []))]
  // The rows of a server that is two shards would count twice.
  if (new Set(shards.flat()).size < shards.flat().length) return null
  return {
    shards,
    username: username || 'default',
    password,
    database,
  }
}

function hostsOf(text: string, tls: boolean): Hosts | null {
  const [first, ...others] = text.split(',').map((host) => hostOf(host, tls))
  return first && !others.includes(null) ? [first, ...others.flatMap((host) => host ?? [])] : null
}

function hostOf(text: string, tls: boolean): string | null {
  const [scheme, port] = tls ? ['https', '8443'] : ['http', '8123']
  const address = `${scheme}://${/:\d+$/.test(text) ? text : `${text}:${port}`}`
  return text !== '' && URL.canParse(address) ? address : null
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
