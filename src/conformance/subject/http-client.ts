import { Agent, fetch, ProxyAgent } from 'undici'

/** A response of the service, read whole. */
export interface Answer {
  readonly method: string
  /** The path below the base address, including the query. */
  readonly path: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Parsed JSON; null when the text is not JSON. */
  readonly body: unknown
}

export interface Ask {
  /** Defaults to the main token; null sends no credential. */
  readonly token?: string | null
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Waits and retries when rate-limited, unless false. */
  readonly retryWhenLimited?: boolean
  /** False keeps the response out of `answers`. */
  readonly recorded?: boolean
}

/** Sends requests to the service under test and records the responses. */
export interface HttpClient {
  readonly base: string
  /** The recorded responses, in order. */
  readonly answers: readonly Answer[]
  ask(path: string, options?: Ask): Promise<Answer>
}

const TRIES_MAX = 3
const WAIT_MAX_S = 90
const TIMEOUT_MS = 60_000
/** Connections that may turn out to be closed before a request counts as failed. */
const CLOSED_MAX = 10

/** What lies between here and the service. */
export interface Way {
  /** Sent with every request, for a gateway in front of the service. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The address of an HTTP proxy that opens the connections. */
  readonly outboundProxy?: string | undefined
}

/** Creates a client for a base address without a trailing slash. */
export function createHttpClient(base: string, mainToken: string, way: Way = {}): HttpClient {
  const answers: Answer[] = []
  const dispatcher = way.outboundProxy === undefined ? new Agent() : new ProxyAgent(way.outboundProxy)
  const askOnce = async (
    path: string,
    { token = mainToken, method = 'GET', headers = {}, body, recorded = true }: Ask,
  ) => {
    const credential = token === null ? {} : { authorization: `Bearer ${token}` }
    const send = () =>
      fetch(base + path, {
        method,
        headers: { ...way.headers, ...credential, ...headers },
        dispatcher,
        body: body ?? null,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
    const response = await onOpenConnection(send)
    const answer = await readAnswer(response, { method, path })
    if (recorded) answers.push(answer)
    return answer
  }
  return {
    base,
    answers,
    async ask(path, options = {}) {
      for (let tries = 1; ; tries++) {
        const answer = await askOnce(path, options)
        if (answer.status !== 429 || options.retryWhenLimited === false || tries === TRIES_MAX) return answer
        const wait = Number(answer.headers.get('retry-after') ?? WAIT_MAX_S)
        await new Promise((resolve) => setTimeout(resolve, Math.min(WAIT_MAX_S, wait || 1) * 1_000))
      }
    },
  }
}

/** Sends again where a server closed an idle connection just as it was reused, as it may have closed several at once. */
async function onOpenConnection<Sent>(send: () => Promise<Sent>): Promise<Sent> {
  for (let tries = 1; ; tries++) {
    try {
      return await send()
    } catch (error) {
      if (!isClosedConnection(error) || tries === CLOSED_MAX) throw error
    }
  }
}

function isClosedConnection(error: unknown): boolean {
  const code: unknown = Object(Object(error).cause).code
  return code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET'
}

const UNREACHED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/
/** The error of a proxy that does not open a connection, which says with which status. */
const NOT_LET_THROUGH = 'UND_ERR_ABORTED'

/** Why nothing can be reached at the base address; null when something is there, whatever it responds. */
export async function whyUnreached({ ask }: HttpClient): Promise<string | null> {
  try {
    await ask('/ping', { token: null, recorded: false, retryWhenLimited: false })
    return null
  } catch (error) {
    for (let cause = error; cause instanceof Error; cause = cause.cause) {
      const code = String(Object(cause).code)
      if (UNREACHED.test(code)) return code
      if (code === NOT_LET_THROUGH) return cause.message
    }
    return null
  }
}

/** Reads a response whole. */
export async function readAnswer(
  response: Pick<Response, 'status' | 'headers' | 'text'>,
  { method, path }: { method: string; path: string },
): Promise<Answer> {
  const text = await response.text()
  return { method, path, status: response.status, headers: response.headers, text, body: parsed(text) }
}

/** A path with its query. */
export function at(path: string, query: Readonly<Record<string, string | number>> = {}): string {
  const entries = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
