import type { Cell } from '../../../domain/cell.ts'
import type { Circle } from '../../../domain/distance.ts'
import type { Fault } from './fault.ts'

/** A part of a market's territory: a disc on the ground, and a named place with its cells. */
export interface Land {
  /** Country code of the market. */
  readonly country: string
  readonly name: string
  readonly lat: number
  readonly lng: number
  readonly radius_km: number
}

/** The rules of a strange service: limits, spellings and faults. Tests change them while it runs. */
export interface StrangeRules {
  // What it has
  as_of: string
  /** The period that zones name; null when they name none, as when a period is late. */
  current_period: string | null
  hasFigures: (cell: Cell) => boolean
  /** True leaves a quarter of the cells without figures under a filter, other ones under each. */
  isSparserUnderFilters: boolean
  hasListings: (parent: Cell) => boolean
  /** Where its markets are; null for figures everywhere. */
  lands: readonly Land[] | null
  /** Country codes of the markets served. */
  countries: string[]
  /** The resolutions at which a market has figures. */
  resolutionsOf: (country: string) => number[]
  /** The cells of named places besides the lands, by geo_id. */
  places: Readonly<Record<string, readonly Cell[]>>
  /** The zones that a look-up of a cell returns besides the lands. */
  zonesAt: (cell: Cell) => readonly object[]
  /** The resolution at which its zones are stored. */
  zoneResolution: number
  /** Names that only its geocoder knows. */
  geocoded: readonly { readonly name: string; readonly lat: number; readonly lng: number }[]
  /** The values of its filters, by parameter; null takes any filter. */
  filters: Readonly<Record<string, readonly string[]>> | null
  /** The currency of all answers; null uses the requested one. */
  currency: string | null
  /** The currency of answers to calls that name none, which may vary by cell; a call has that of its first one. */
  ownCurrency: (cell: Cell | undefined) => string
  /** The currencies in the list of filters; null when there is no such list. */
  currencies: string[] | null
  /** The value of a US dollar, which may vary by cell; null refuses the currency. */
  unitsPerUsd: (currency: string, cell: Cell) => number | null

  // Limits
  /** Cells that a metered call may select, at every resolution or by resolution. */
  cellBudget: number | Readonly<Record<number, number>>
  /** True names the budget in refusals. */
  namesLimit: boolean
  /**
   * The rings of cells that a circle stands for, by its radius in widths of an average cell; null selects the cells whose
   * centres lie in it.
   */
  circleRings: ((widths: number) => number) | null
  /** The widest radius of a circle, in km. */
  widestKm: number
  /** The circle that it takes for the requested one. */
  circleAs: (circle: Circle) => Circle
  /** The factor by which a circle's cells are counted. */
  circleFactor: number
  /** Bytes that a request line's target may have. */
  urlLimit: number
  /** False accepts free requests of any length, as a service that limits only its metered path may. */
  limitsFreeUrls: boolean
  /** True resets the connection for a longer target instead of answering with `longUrlStatus`. */
  resetsLongUrls: boolean
  longUrlStatus: 413 | 414 | 431
  finestResolution: number
  /** True refuses the cells of places, too, at resolutions finer than the plan's. */
  plansGateHexes: boolean
  allowance: number
  resetsAt: string
  /** Requests that a group may make in a window; null for no limit. */
  perMinute: { readonly metered: number | null; readonly free: number | null }
  /** Milliseconds of that window. */
  minuteMs: number
  /** False refuses without Retry-After. */
  statesWait: boolean
  /** The remaining requests in free answers while free requests have no limit. */
  freeRemaining: number
  credential: 'valid' | 'revoked' | 'lapsed'

  // Spellings
  /** How lists are read; `first` reads only the first cell and silently ignores the others. */
  listStyle: 'both' | 'commas' | 'repeats' | 'first'
  /** Error code for a list in the other style; null reads its first cell and silently ignores the others. */
  styleRefusal: 'invalid_parameter' | 'malformed_request' | null
  /** The filters that an answer says were applied to a request with these; the figures are theirs. */
  appliedFilters: (asked: Readonly<Record<string, string>>) => Readonly<Record<string, unknown>>
  /** What happens to parameters that the service does not know: filters, and those of the list of a place's cells. */
  unknownParameters: 'ignored' | 'refused'
  /** What a look-up returns where no land is. */
  lookupAtSea: 'point' | 'unknown_place' | 'not_covered'
  /** How a look-up returns its point. */
  lookupPoint: 'bare' | 'in results'
  /** How a search returns a point: in a list, alone, or as `results` itself. */
  searchPoint: 'listed' | 'bare' | 'as results'
  hexes: HexSpelling
  /** What a cursor returns: its own page, or the first page again with the same or a new cursor. */
  cursors: 'own page' | 'first page' | 'first page, new cursor'
  filtersShape: 'list' | 'map'
  usageShape: 'list' | 'map'
  /** True writes numbers as text where the interface leaves their type open. */
  numbersAsText: boolean
  /** How metered answers write what the interface gives a type: as stated, or as other languages do. */
  types: 'stated' | 'others'
  /** How the names of its headers are written. */
  headerCase: 'as named' | 'lower' | 'upper'
  /** Rows of /geo as specified, or without optional fields and mixed with unreadable rows. */
  geoRows: 'plain' | 'sparse'
  /** True serves a description of its parameters at /openapi.yaml. */
  describesItself: boolean
  /** What that description adds to `h3` of the figures, such as a schema with `maxItems`; null for no word of `h3`. */
  listDescribed: Readonly<Record<string, unknown>> | null
  rowOrder: 'as asked' | 'reversed'
  /** The most rows that it sends; it does not refuse more. */
  rowsSent: number
  /** What an answer with rows left out states besides. */
  statesCut: (rows: number, all: number) => object
  /** The header `Link` of metered answers; null for none. */
  link: string | null
  /** Adds keys that the interface does not name to all bodies and rows. */
  addsFields: boolean
  /** Adds rows never requested, and repeats every row with another name. */
  isNoisy: boolean
  /** Keys to add to, or replace in, the envelopes of refusals; undefined omits a key. */
  refusalExtras: Readonly<Record<string, unknown>>
  /** What it makes of the envelope of a refusal, such as an object around it. */
  wrapRefusal: (envelope: object) => unknown
  /** False omits the quota headers of metered answers. */
  tellsQuota: boolean

  // Faults
  /** Each metered call takes the first one; null for a call without a fault. */
  faults: (Fault | null)[]
  /** The fault of a metered call when none of `faults` is left; null for none. */
  meteredFault: Fault | null
  /** The fault of a free request, by its path below the prefix, its number on that path, from 1, and its query; null for none. */
  freeFault: (path: string, number: number, query: URLSearchParams) => Fault | null
  usageFails: boolean
  /** Milliseconds before a metered answer. */
  delay: number
  /** Milliseconds before a free answer. */
  freeDelay: number
}

/** How a place's cells are listed. */
export interface HexSpelling {
  /** Name of the list, and of the field with the next cursor; a dot leads into an object. */
  readonly list: string
  readonly next: string
  readonly item: 'object' | 'text'
  readonly pageSize: number
  readonly parameters: { readonly resolution: string; readonly cursor: string; readonly limit: string }
  readonly rolledUpFrom: 'number' | 'text' | 'absent'
}
