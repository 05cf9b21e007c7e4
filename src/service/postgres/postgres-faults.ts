/** Why a database cannot be used. */
export interface PostgresFault {
  /** For people, after the database's name. */
  readonly text: string
  /** The connection was made and then broke, so that another one may work. */
  readonly isBrokenConnection: boolean
}

/** What Postgres reports, by class of its SQLSTATE, when it is not the statement that is wrong. */
const AWAY = /^(08|28|53|57|58|3D|25006)/
const BROKEN = /^(08|57P)/

/** Advice for the errors that a wrong setting causes. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/^28P01/, 'Check the user and the password.'],
  [/^28000/, 'Check the user; where the server wants TLS, add ?sslmode=verify-full or ?sslmode=require.'],
  [/^3D000/, 'Create the database.'],
  [/^53300/, 'Each service opens up to 10 connections; allow more with max_connections.'],
  [/^25006/, 'Name the server that takes writes.'],
]

/** Reads why a database cannot be used from an error of the client; null when the error is the statement's. */
export function faultOf(error: unknown): PostgresFault | null {
  const code = codeOf(error)
  if (/^[0-9A-Z]{5}$/.test(code) && isReported(error)) {
    if (!AWAY.test(code)) return null
    const [, advice] = ADVICE.find(([codes]) => codes.test(code)) ?? []
    const said = `refuses: ${messageOf(error)}`
    return { text: advice === undefined ? said : `${said}. ${advice}`, isBrokenConnection: BROKEN.test(code) }
  }
  if (!(error instanceof Error) || !isOfConnection(error)) return null
  return {
    text: `cannot be reached: ${reasonOf(error)}`,
    isBrokenConnection: /Connection terminated|ECONNRESET|EPIPE/.test(reasonOf(error)),
  }
}

/** True for errors that come from the server; only those have a severity. */
function isReported(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'severity' in error
}

/** The client has no class for these. */
const OF_CONNECTION =
  /^(Connection terminated|Query read timeout|timeout exceeded|The server does not support SSL|SASL|SCRAM)|not queryable/
/** Node's and OpenSSL's. */
const SYSTEM_CODE = /^(E[A-Z]+|CERT_.*|DEPTH_ZERO_.*|UNABLE_TO_.*|SELF_SIGNED_.*|ERR_TLS_.*|ERR_SSL_.*)$/

function isOfConnection(error: Error): boolean {
  if (error instanceof AggregateError) return error.errors.every((inner) => SYSTEM_CODE.test(codeOf(inner)))
  return SYSTEM_CODE.test(codeOf(error)) || OF_CONNECTION.test(error.message)
}

/** Where a name has several addresses, each has its error, and the whole has no message. */
function reasonOf(error: Error): string {
  const inner = error instanceof AggregateError ? error.errors : []
  const texts = inner.map(messageOf)
  return [...new Set(texts.length > 0 ? texts : [messageOf(error)])].join(', ')
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message === '' ? codeOf(error) : message
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
