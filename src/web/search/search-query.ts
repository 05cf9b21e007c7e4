import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { knownPlaces } from '../../contract/known-places.ts'
import { PATH_PREFIX } from '../../contract/limits.ts'
import { receivedPoint, receivedSearch } from '../../contract/service/geo.ts'
import { getJson, getParsed, parseAnswer, RequestError, refusalIn } from '../requests/http.ts'
import { mayPass } from '../requests/query-client.ts'
import { type FoundPlaces, findPlaces, type Questions } from './names/find-places.ts'

/** Query for what a text of at least two characters names, best first, in one country (lower case) or in all. Free. */
export function searchOptions(q: string, country: string | null) {
  return queryOptions({
    queryKey: ['geo', 'search', q, country],
    queryFn: async ({ client, signal }): Promise<SearchFound> => {
      const missed: RequestError[] = []
      const found = await findPlaces(q, questions({ client, signal }, country, missed))
      return { ...found, q, missed: missed[0] ?? null }
    },
  })
}

/** What was found for a text, and why something may be missing. */
export interface SearchFound extends FoundPlaces {
  readonly q: string
  readonly missed: RequestError | null
}

/** Words of an address are asked about again with each word that follows. */
const KEPT_MS = 60_000

/** Whoever has typed nothing for this long, besides the debounce, has paused; most people type a letter in less than half a second. */
const PAUSE_MS = 300

/** The search fails only when the service's own search does. A failed hint leaves a smaller result, and its error in `missed`. */
function questions(
  { client, signal: stopped }: { client: QueryClient; signal: AbortSignal },
  country: string | null,
  missed: RequestError[],
): Questions {
  const once = <Answer>(path: string, ask: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> => {
    // Nobody waits for more of an earlier text.
    stopped.throwIfAborted()
    const queryFn = ({ signal }: { signal: AbortSignal }) => ask(signal)
    return client.fetchQuery({ queryKey: ['geo', 'asked', path], queryFn, staleTime: KEPT_MS, retry: false })
  }
  const orElse = async <Answer>(answer: Promise<Answer>, otherwise: Answer): Promise<Answer> => {
    try {
      return await answer
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      // The service having nothing at a point is a result, not a failure.
      if (mayPass(error)) missed.push(error)
      return otherwise
    }
  }

  const paused = new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS))
  const params = (q: string) => new URLSearchParams(country === null ? { q } : { q, country })
  return {
    async search(q) {
      const path = `/api/search?${params(q)}`
      return once(path, async (signal) => {
        const body = await getJson(path, signal)
        const refusal = refusalIn(body)
        if (refusal === null) return { kind: 'rows', results: parseAnswer(path, receivedSearch, body).results }
        if (refusal.code !== 'unknown_place') throw refusal
        return { kind: 'unknown', suggestions: refusal.envelope?.did_you_mean ?? [] }
      })
    },
    async lookup(lat, lng) {
      const params = new URLSearchParams({ lat: String(lat), lng: String(lng) })
      const path = `${PATH_PREFIX}/geo/lookup?${params}`
      const answer = once(path, (signal) => getParsed(path, receivedPoint, signal))
      return orElse(answer, { kind: 'point', prices_available: false, zones: [] })
    },
    async known(q) {
      const path = `/api/known-places?${params(q)}`
      const answer = once(path, (signal) => getParsed(path, knownPlaces, signal))
      return orElse(answer, { places: [], airports: [] })
    },
    pause: () => paused,
  }
}
