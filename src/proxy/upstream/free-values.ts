import { z } from 'zod'
import { GEO_LIMIT_MAX } from '../../contract/limits.ts'
import { type ReceivedCoverage, receivedCoverage } from '../../contract/service/coverage.ts'
import {
  type PointPlaces,
  type PointSignal,
  pointPlaces,
  pointSignal,
  receivedPlaces,
} from '../../contract/service/geo.ts'
import { type HexPage, readHexes } from '../../contract/service/hexes/received-hexes.ts'
import { nextLink, withLinkedPage } from '../../contract/service/linked-page.ts'
import { readJson } from '../../contract/service/read-json.ts'
import { readUsages, type Usages } from '../../contract/service/received-usage.ts'
import { readStatedCut } from '../../contract/service/values/stated-cut.ts'
import { type Cell, trustCell } from '../../domain/cell.ts'
import { type RawAnswer, reasonOf } from './connection/service-answer.ts'

/** What the proxy reads of a row of `/geo`. */
export interface PlaceSignal {
  readonly kind: 'country' | 'zone'
  readonly geo_id: string
  readonly prices_available: boolean
  readonly current_period: string | null
}

/** A page of `/geo`. */
export interface PlaceSignals {
  readonly results: readonly PlaceSignal[]
  /** True where there may be more: the page is full, or says so. */
  readonly isPart: boolean
}

/** A page of a zone's cells as it is copied between threads: texts of some thousand cells each. */
export type PackedPage = Omit<HexPage, 'cells'> & { readonly cells: readonly string[] }

/** What the proxy reads from its own free requests, by name: small, however long the answer is. */
export interface FreeValues {
  readonly signal: PointSignal
  readonly places: PointPlaces
  readonly coverage: ReceivedCoverage
  readonly children: PlaceSignals
  readonly usages: Usages
  readonly hexes: PackedPage
}

/** Reads free answers outside the event loop where they are long. */
export interface ValueComputing {
  /** Rejects for a body of another shape. */
  readValue<Name extends keyof FreeValues>(
    name: Name,
    body: Uint8Array,
    headers: RawAnswer['headers'],
  ): Promise<FreeValues[Name]>
}

const READERS: {
  readonly [Name in keyof FreeValues]: (body: unknown, headers: RawAnswer['headers']) => FreeValues[Name]
} = {
  signal: (body) => pointSignal.parse(body),
  places: (body) => mostPlaces(pointPlaces.parse(body)),
  coverage: (body) => receivedCoverage.parse(body),
  children: (body, headers) => {
    const results = receivedPlaces.parse(body).results.map(signalOf)
    const isPart = results.length >= GEO_LIMIT_MAX || readStatedCut(body, results.length) !== null
    return { results, isPart: isPart || nextLink(headers) !== null }
  },
  usages: readUsages,
  hexes: (body, headers) => packPage(readHexes(withLinkedPage(body, headers))),
}

/** Reads a body; throws for one of another shape. Takes a second for 8 MB. */
export function readValue<Name extends keyof FreeValues>(
  name: Name,
  body: Uint8Array,
  headers: RawAnswer['headers'],
): FreeValues[Name] {
  try {
    return READERS[name](readJson(body), headers)
  } catch (error) {
    // Another thread gets only the text of an error.
    throw error instanceof z.ZodError ? new Error(reasonOf(error)) : error
  }
}

/** A cell lies in a few zones, each of a few others. */
const MOST_ZONES = 100
const MOST_ANCESTORS = 20

function mostPlaces(point: PointPlaces): PointPlaces {
  const zones = point.zones.slice(0, MOST_ZONES)
  return { ...point, zones: zones.map((zone) => ({ ...zone, ancestors: zone.ancestors.slice(0, MOST_ANCESTORS) })) }
}

type PlaceRow = z.output<typeof receivedPlaces>['results'][number]

function signalOf(row: PlaceRow): PlaceSignal {
  const { kind, geo_id, prices_available } = row
  return { kind, geo_id, prices_available, current_period: row.kind === 'zone' ? row.current_period : null }
}

/** Cells of one text, which is unpacked in a millisecond. */
const STEP = 5_000

function packPage(page: HexPage): PackedPage {
  const texts = Array.from({ length: Math.ceil(page.cells.length / STEP) }, (_, at) =>
    page.cells.slice(STEP * at, STEP * (at + 1)).join(' '),
  )
  return { ...page, cells: texts }
}

/** Returns a page's cells again, in steps. */
export function* unpackPage(packed: PackedPage): Generator<void, HexPage> {
  const cells: Cell[] = []
  for (const [at, text] of packed.cells.entries()) {
    if (at > 0) yield
    for (const cell of text.split(' ')) cells.push(trustCell(cell))
  }
  return { ...packed, cells }
}
