import type { AccessRules } from '../../proxy/access/access.ts'
import type { Credentials } from '../../proxy/upstream/connection/credentials.ts'
import { UsageError } from './usage-error.ts'
import { SENT_BY_CLIENTS, type Variables } from './variables.ts'

/** What a header can carry as a token: no `Bearer ` before it, no second line, no quotation marks of a file of settings. */
const LONE_TOKEN = /^[!#-&(-~]+$/

/** The value of a header: such texts, with spaces between them. */
const HEADER_VALUE = /^[!#-&(-~]+( +[!#-&(-~]+)*$/
const HEADER_NAME = /^[a-z][a-z0-9_-]*$/i
const HEADERS = 'should contain headers such as X-Api-Key: 0123456789, separated by commas or line breaks'

/** What the service at an address requires; null when no token is set. */
export function credentialsOf(data: Variables, readFile: (path: string) => string): Credentials | null {
  const token = tokenOf(data, readFile)
  const headers = headersOf(data, readFile)
  return token === undefined ? null : { token, headers }
}

/** Headers for a gateway before the service, by name. No error repeats a value. */
function headersOf(
  { SERVICE_HEADERS, SERVICE_HEADERS_FILE }: Variables,
  readFile: (path: string) => string,
): Credentials['headers'] {
  const text = secretOf({ SERVICE_HEADERS }, { SERVICE_HEADERS_FILE }, 'headers', readFile) ?? ''
  const where =
    SERVICE_HEADERS_FILE === undefined ? 'SERVICE_HEADERS' : `SERVICE_HEADERS_FILE="${SERVICE_HEADERS_FILE}"`
  const headers: Record<string, string> = {}
  const entries = text.split(/[,\r\n]+/).map((entry) => entry.trim())
  for (const [index, entry] of entries.filter((entry) => entry !== '').entries()) {
    const [, name = '', value = ''] = /^([^:]*):(.*)$/.exec(entry) ?? []
    const [key, sent] = [name.trim().toLowerCase(), value.trim()]
    if (!HEADER_NAME.test(key) || !HEADER_VALUE.test(sent)) {
      throw new UsageError(`${where} ${HEADERS}, without quotation marks; entry ${index + 1} is not like that`)
    }
    if (SENT_BY_CLIENTS.test(key) || SENT_BY_PROXY.test(key)) {
      throw new UsageError(
        `${where} names ${name.trim()}, which is not free for a key: the proxy or HTTP itself sets it`,
      )
    }
    if (key in headers) throw new UsageError(`${where} names ${name.trim()} twice; give each header once`)
    headers[key] = sent
  }
  return headers
}

/** The service's token; undefined when neither variable is set. */
function tokenOf(
  { SERVICE_TOKEN, SERVICE_TOKEN_FILE }: Variables,
  readFile: (path: string) => string,
): string | undefined {
  const token = secretOf({ SERVICE_TOKEN }, { SERVICE_TOKEN_FILE }, 'the token', readFile)
  if (token !== undefined && !LONE_TOKEN.test(token)) {
    const where = SERVICE_TOKEN_FILE === undefined ? 'SERVICE_TOKEN' : `SERVICE_TOKEN_FILE="${SERVICE_TOKEN_FILE}"`
    throw new UsageError(`${where} should contain the token alone, without spaces or quotation marks`)
  }
  return token
}

/** How people sign in to the page. */
export function signInOf(data: Variables, readFile: (path: string) => string): AccessRules['signIn'] {
  const { SIGN_IN_PASSWORD, SIGN_IN_PASSWORD_FILE, REQUIRED_HEADER, TRUSTED_PROXIES } = data
  const password = secretOf({ SIGN_IN_PASSWORD }, { SIGN_IN_PASSWORD_FILE }, 'the password', readFile)
  if (password !== undefined && REQUIRED_HEADER !== undefined) {
    throw new UsageError('set either a password or REQUIRED_HEADER, not both')
  }
  if (password !== undefined) {
    return { kind: 'password', password }
  }
  if (REQUIRED_HEADER === undefined) return { kind: 'nobody asked' }
  if (TRUSTED_PROXIES.length === 0) {
    throw new UsageError(
      `REQUIRED_HEADER="${REQUIRED_HEADER}" needs TRUSTED_PROXIES; without it, anyone could send that header`,
    )
  }
  return { kind: 'header', name: REQUIRED_HEADER }
}

/** Headers that the proxy itself sends. */
const SENT_BY_PROXY = /^(proxy-.+|x-request-id|idempotency-key)$/

/** A secret from one variable, or from the file that another variable names. */
function secretOf(
  inVariable: Record<string, string | undefined>,
  inFile: Record<string, string | undefined>,
  what: string,
  readFile: (path: string) => string,
): string | undefined {
  const [[name, value] = ['', undefined]] = Object.entries(inVariable)
  const [[fileName, path] = ['', undefined]] = Object.entries(inFile)
  if (path === undefined) return value
  if (value !== undefined) throw new UsageError(`set either ${name} or ${fileName}, not both`)
  const expected = `${fileName}="${path}" should be a file that contains ${what}`
  let secret: string
  try {
    secret = readFile(path).trim()
  } catch (error) {
    throw new UsageError(`${expected}: ${error instanceof Error ? error.message : error}`)
  }
  if (secret === '') throw new UsageError(`${expected}; it is blank`)
  return secret
}

/** Variables without which everybody is let in: a blank one is a mistake, and must not grant access. */
const DOORS = ['SIGN_IN_PASSWORD', 'SIGN_IN_PASSWORD_FILE', 'REQUIRED_HEADER'] as const

/** Throws a `UsageError` that names the blank variables. */
export function refuseBlankDoors(raw: Readonly<Record<string, string | undefined>>): void {
  const blank = DOORS.filter((name) => raw[name]?.trim() === '')
  if (blank.length === 0) return
  throw new UsageError(
    blank.map((name) => `${name} is set but blank; give it a value, or remove it to let everybody in`).join('\n'),
  )
}

/** An address, as far as it can be printed: user, password and parameters of a wrong one may be anywhere before the last @. */
export function withoutPassword(text: string): string {
  return text.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, '$1…@').replace(/(:\/\/[^?]*)\?.*$/s, '$1?…')
}
