/** One Redis server. */
interface Node {
  readonly host: string
  readonly port: number
}

/** The address of a Redis, and the credentials for it. */
export interface RedisAddress {
  readonly kind: 'single' | 'cluster'
  /** For a cluster, the nodes to contact first; they name the others. */
  readonly nodes: readonly [Node, ...Node[]]
  readonly tls: boolean
  readonly username: string | undefined
  readonly password: string | undefined
  readonly database: number
}

const SHAPE = /^(rediss?)(\+cluster)?:\/\/([^/?#]+)(?:\/(\d+)?)?$/

/** Reads `redis://[user:password@]host[:port][/database]`, `rediss://…` for TLS, `redis+cluster://host:port,host:port`; null when it is not such an address. */
export function parseRedisAddress(text: string): RedisAddress | null {
  const [, scheme, cluster, authority = '', database = '0'] = SHAPE.exec(text) ?? []
  if (scheme === undefined || (cluster !== undefined && database !== '0')) return null
  const at = authority.lastIndexOf('@')
  const hosts = authority.slice(at + 1).split(',')
  if (cluster === undefined && hosts.length > 1) return null
  const nodes = hosts.flatMap((host) => nodeOf(host) ?? [])
  const [first, ...others] = nodes
  const credentials = credentialsOf(authority.slice(0, Math.max(0, at)))
  if (first === undefined || nodes.length < hosts.length || credentials === null) return null
  return {
    kind: cluster === undefined ? 'single' : 'cluster',
    nodes: [first, ...others],
    tls: scheme === 'rediss',
    ...credentials,
    database: Number(database),
  }
}

function nodeOf(text: string): Node | null {
  if (!URL.canParse(`http://${text}`)) return null
  const { hostname, port } = new URL(`http://${text}`)
  // The URL parser drops port 80, the default of http.
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (text.endsWith(':80') ? 80 : 6379) : Number(port),
  }
}

function credentialsOf(text: string): Pick<RedisAddress, 'username' | 'password'> | null {
  const [username = '', password] = text.split(/:(.*)/s)
  try {
    return {
      username: decodeURIComponent(username) || undefined,
      password: password === undefined ? undefined : decodeURIComponent(password),
    }
  } catch {
    return null
  }
}

/** What a server said, without the password: one that does not know AUTH repeats the beginning of what it was sent. */
export function hidePassword(said: string, { password }: Pick<RedisAddress, 'password'>): string {
  const text = said.replace(/, with args beginning with:.*/s, '')
  return password ? text.replaceAll(password, '…') : text
}
