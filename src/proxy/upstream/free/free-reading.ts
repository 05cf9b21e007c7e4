import { pingResponse, receivedCoverage } from '../../../contract/service/coverage.ts'
import { HEXES_PATH } from '../../../contract/service/endpoints.ts'
import { readFilters } from '../../../contract/service/filters/received-filters.ts'
import { receivedPlaces, receivedPoint, receivedSearch } from '../../../contract/service/geo.ts'
import { readHexes } from '../../../contract/service/hexes/received-hexes.ts'
import { readJson } from '../../../contract/service/read-json.ts'
import { isRefusal, type RawAnswer } from '../connection/service-answer.ts'

/**
 * What a free answer turns out to be: `readable` with the content that its endpoint promises, `odd` when only its shape
 * is another, `refusal` in the interface's envelope, and `foreign` when something other than the service answered, such
 * as a gateway, or when it was cut short.
 */
export type FreeReading = 'readable' | 'odd' | 'refusal' | 'foreign'

/** The one free endpoint whose answer is not JSON. */
export const OPENAPI_PATH = '/openapi.yaml'

/** Far more than any endpoint returns in a page. The content of longer answers is not checked, which could take seconds. */
const LONGEST_CHECKED = 1024 * 1024

type Read = (body: unknown) => unknown

const READERS: Readonly<Record<string, Read>> = {
  '/ping': (body) => pingResponse.parse(body),
  '/coverage': (body) => receivedCoverage.parse(body),
  '/geo': (body) => receivedPlaces.parse(body),
  '/geo/search': (body) => receivedSearch.parse(body),
  '/geo/lookup': (body) => receivedPoint.parse(body),
  '/meta/filters': readAnyFilter,
}

/** Filters are read leniently, so an answer of another shape looks like one without filters. */
function readAnyFilter(body: unknown): void {
  const { filters, currencies } = readFilters(body)
  if (filters.length + currencies.length === 0) throw new Error('expected a filter or a currency, found none')
}

/** Reads the answer to a GET of a path below the service's base, query included. */
export function readFree(target: string, answer: RawAnswer): FreeReading {
  // No browser knows a status above 599.
  if (answer.status >= 400 && answer.status <= 599) return isRefusal(answer) ? 'refusal' : 'foreign'
  // The interface has no redirects, and one could lead the browser to another host.
  if (answer.status !== 200) return 'foreign'
  const path = target.replace(/\?.*/s, '')
  if (path === OPENAPI_PATH) return isContract(answer) ? 'readable' : 'foreign'
  const body = parseJson(answer.body)
  if (typeof body !== 'object' || body === null) return 'foreign'
  if (answer.body.byteLength > LONGEST_CHECKED) return 'odd'
  const read = HEXES_PATH.test(path) ? readHexes : READERS[path]
  return read === undefined || isReadBy(read, body) ? 'readable' : 'odd'
}

// Not parsed: a contract of a hundred kilobytes would hold everything else up. JSON is YAML, too.
function isContract({ body }: RawAnswer): boolean {
  return /(^|[{,])[ \t]*["']?paths["']?\s*:/m.test(new TextDecoder().decode(body))
}

function parseJson(body: Uint8Array): unknown {
  try {
    return readJson(body)
  } catch {
    return null
  }
}

function isReadBy(read: Read, body: unknown): boolean {
  try {
    read(body)
    return true
  } catch {
    return false
  }
}
