/** A database of Postgres, and the credentials for it. */
export interface PostgresAddress {
  /** A name, an IP address, or the folder of a Unix socket. */
  readonly host: string
  readonly port: number
  /** Undefined means PGUSER, or the user of this process. */
  readonly user: string | undefined
  /** Undefined means PGPASSWORD or the file of passwords, as other programs read them. */
  readonly password: string | undefined
  readonly database: string
  /** `unverified` encrypts without looking at the certificate. */
  readonly tls: 'none' | 'unverified' | 'verified'
}

const SHAPE = /^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?([^/?#@]+)\/([^/?#]+)(?:\?([^#]*))?$/
const HOST = /^(\[[0-9A-Fa-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/
const DEFAULT_PORT = 5_432

/** The unambiguous modes of libpq; `prefer` and `allow` leave TLS to chance. */
const TLS: Readonly<Record<string, PostgresAddress['tls']>> = {
  disable: 'none',
  require: 'unverified',
  'verify-full': 'verified',
}

/**
 * Reads `postgres://[user[:password]@]host[:port]/database[?sslmode=disable|require|verify-full]`; null when it is not such
 * an address. A percent-encoded path as host, `%2Fvar%2Frun%2Fpostgresql`, is the folder of a Unix socket.
 */
export function parsePostgresAddress(text: string): PostgresAddress | null {
  const [, credentials, authority, name, query = ''] = SHAPE.exec(text) ?? []
  const [, hostText = '', port = String(DEFAULT_PORT)] = HOST.exec(authority ?? '') ?? []
  const [host, database] = [decoded(hostText.replace(/^\[|\]$/g, '')), decoded(name ?? '')]
  const [user, password] = (credentials?.split(/:(.*)/s).slice(0, 2) ?? []).map(decoded)
  const tls = tlsOf(query)
  if (!host || !database || user === null || password === null || tls === null) return null
  if (Number(port) < 1 || Number(port) > 65_535) return null
  return { host, port: Number(port), user: user || undefined, password, database, tls }
}

/** The address for people, without credentials. */
export function postgresName({ host, port, database }: PostgresAddress): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}/${database}`
}

function tlsOf(query: string): PostgresAddress['tls'] | null {
  const { sslmode = 'disable', ...others } = Object.fromEntries(new URLSearchParams(query))
  return Object.keys(others).length === 0 && Object.hasOwn(TLS, sslmode) ? (TLS[sslmode] ?? null) : null
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
