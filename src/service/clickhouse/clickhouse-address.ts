/** The servers of a ClickHouse, each with all of the figures, and the credentials for them. */
export interface ClickhouseAddress {
  /** Base addresses such as `http://a.example:8123`; a build computes on the first that it reaches. */
  readonly hosts: readonly [string, ...string[]]
  readonly username: string
  readonly password: string
  readonly database: string
}

const SHAPE = /^clickhouse(s?):\/\/(?:([^/?#]*)@)?([^/?#@]+)(?:\/([A-Za-z0-9_]+))?\/?$/

/**
 * Reads `clickhouse://[user:password@]host[:port][,host…][/database]`, or `clickhouses://…` for TLS; null when it is not
 * such an address. Ports are those of the HTTP interface: 8123, with TLS 8443.
 */
export function parseClickhouseAddress(text: string): ClickhouseAddress | null {
  const [, tls, credentials = '', authority = '', database = 'default'] = SHAPE.exec(text) ?? []
  if (tls === undefined) return null
  const hosts = authority.split(',').map((host) => hostOf(host, tls === 's'))
  const [first, ...others] = hosts
  const [username = '', password = ''] = credentials.split(/:(.*)/s).map(decoded)
  if (!first || others.includes(null) || username === null || password === null) return null
  return {
    hosts: [first, ...others.flatMap((host) => host ?? [])],
    username: username || 'default',
    password,
    database,
  }
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
