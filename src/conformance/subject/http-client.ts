/** What the service answered. */
export interface Answer {
  readonly method: string
  /** Below the base address, query included. */
  readonly path: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Parsed where it is JSON; null otherwise. */
  readonly body: unknown
}

export interface Ask {
  /** The main token when absent; null: no credential. */
  readonly token?: string | null
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Waits and asks again when the minute is full, unless false. */
  readonly patient?: boolean
  /** False: the answer is not kept among `answers`. */
  readonly kept?: boolean
}

/** Asks the service under test, and remembers its answers. */
export interface HttpClient {
  readonly base: string
  /** The answers so far, in order. */
  readonly answers: readonly Answer[]
  ask(path: string, options?: Ask): Promise<Answer>
}

const PATIENCE = 3
const LONGEST_WAIT_S = 90
const TIMEOUT_MS = 60_000

/** A client for a base address, without a slash at its end. */
export function createHttpClient(base: string, mainToken: string): HttpClient {
  const answers: Answer[] = []
  const askOnce = async (path: string, { token = mainToken, method = 'GET', headers = {}, body, kept = true }: Ask) => {
    const credential = token === null ? {} : { authorization: `Bearer ${token}` }
    const send = () =>
      fetch(base + path, {
        method,
        headers: { ...credential, ...headers },
        body: body ?? null,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
    const response = await send().catch((error) => {
      // A server may close an idle connection at the very moment when it is used again.
      if (isClosedConnection(error)) return send()
      throw error
    })
    const answer = await readAnswer(response, { method, path })
    if (kept) answers.push(answer)
    return answer
  }
  return {
    base,
    answers,
    async ask(path, options = {}) {
      for (let tries = 1; ; tries++) {
        const answer = await askOnce(path, options)
        if (answer.status !== 429 || options.patient === false || tries === PATIENCE) return answer
        const wait = Number(answer.headers.get('retry-after') ?? LONGEST_WAIT_S)
        await new Promise((resolve) => setTimeout(resolve, Math.min(LONGEST_WAIT_S, wait || 1) * 1_000))
      }
    },
  }
}

function isClosedConnection(error: unknown): boolean {
  const code: unknown = Object(Object(error).cause).code
  return code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET'
}

/** What came of a request, read whole. */
export async function readAnswer(
  response: Response,
  { method, path }: { method: string; path: string },
): Promise<Answer> {
  const text = await response.text()
  return { method, path, status: response.status, headers: response.headers, text, body: parsed(text) }
}

/** A path with its query. */
export function at(path: string, query: Readonly<Record<string, string | number>> = {}): string {
  const entries = Object.entries(query).map(([name, value]) => [name, String(value)])
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
