/** Milliseconds after which a free request is abandoned; the proxy gives up on the service much sooner. */
export const ANSWER_LIMIT_MS = 30_000

/** What every request says: the proxy redirects none, so a redirect leads to a page on which people sign in. */
export const REDIRECTS = { redirect: 'manual' } as const

/** What every request for JSON says. Servers that ask people to sign in refuse it with 401 rather than send a page for people. */
export const JSON_REQUEST = { ...REDIRECTS, headers: { Accept: 'application/json' } }

/** Answers on their way, by path. */
const early = new Map<string, Promise<Response>>()

/** Requests what the page will ask for first, while its programs are still loading. */
export function askEarly(paths: readonly string[]): void {
  for (const path of paths) {
    const answer = fetch(path, { ...JSON_REQUEST, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })
    // The code that takes the response learns of a failure; until then it is not an unhandled error.
    answer.catch(() => undefined)
    early.set(path, answer)
  }
}

/** Returns the answer to an early request, once; undefined where there was none. */
export function takeEarly(path: string): Promise<Response> | undefined {
  const answer = early.get(path)
  early.delete(path)
  return answer
}
