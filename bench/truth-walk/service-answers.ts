import { polygonToCells } from 'h3-js'

/** A row of /stats/current, with the cell's canonical id. */
export interface Row {
  readonly h3: string
  readonly estimated: boolean
  readonly median_price: number | null
  readonly median_price_per_sqm: number | null
  readonly median_area: number | null
  readonly average_price?: number | null
  readonly listings?: number | null
  readonly name: string | null
  /** What the walk computes itself. */
  readonly rental_yield?: number | null
  readonly difference?: number | null
  readonly area_for_budget?: number | null
  readonly price_for_area?: number | null
}

/** Everything in a response of /stats/current except its rows. */
export interface Frame {
  readonly as_of: string
  readonly currency: string
  readonly window_start: string
  readonly window_end: string
  readonly fx_date: string
  readonly filters: { readonly units: { readonly size: string } }
  readonly snapshot: {
    readonly window_months: number
    readonly outlier_trim_pct: number
    readonly min_listings_by_res: Readonly<Record<string, number>>
  }
}

export interface Zone {
  readonly geo_id: string
  readonly name: string
  readonly level: string
  readonly country: string
  /** The resolution at which the zone is stored. */
  readonly h3_res: number
  readonly prices_available: boolean
  readonly current_period: string | null
  readonly ancestors: readonly { readonly geo_id: string; readonly name: string; readonly level: string }[]
}

export interface CountryOfCoverage {
  readonly country: string
  readonly h3_resolutions: readonly number[]
  readonly prices_available: boolean
  /** What the market's figures are of, where the service says so. */
  readonly records?: string | null
}

/** What selects figures, except the place: the parameters of a lens, the resolution and the currency. */
export interface Selection {
  readonly lens: string
  readonly resolution: number
  readonly currency: string
}

interface Filter {
  readonly parameter: string
  readonly values?: readonly { readonly value: string }[]
}

interface Stats extends Frame {
  readonly stats: readonly (Row & { readonly h3: string })[]
}

/** About 7 KB of URL. */
const CELLS_AT_ONCE = 400
const ROWS_KEPT = 40

/** The service's own answers, requested directly and with a token of its own. */
export class ServiceAnswers {
  readonly #base: string
  readonly #token: string
  readonly #rows = new Map<string, Map<string, Row | null>>()
  readonly #gets = new Map<string, Promise<unknown>>()

  constructor({ base, token }: { base: string; token: string }) {
    this.#base = base
    this.#token = token
  }

  /** Returns the JSON at a path; remembers it, since a walk is shorter than any change of the market. */
  get<T>(path: string): Promise<T> {
    const known = this.#gets.get(path) ?? this.#send(path)
    this.#gets.set(path, known)
    return known as Promise<T>
  }

  async #send(path: string): Promise<unknown> {
    const response = await fetch(this.#base + path, { headers: { Authorization: `Bearer ${this.#token}` } })
    if (!response.ok) throw new Error(`${response.status} for ${path}: ${await response.text()}`)
    return response.json()
  }

  /** Returns a cell's row, null where there is none, for each of the cells. */
  async rowsOf(selection: Selection, cells: readonly string[]): Promise<Map<string, Row | null>> {
    const key = JSON.stringify(selection)
    const known = this.#rows.get(key) ?? new Map<string, Row | null>()
    this.#rows.delete(key)
    this.#rows.set(key, known)
    const [oldest] = this.#rows.keys()
    if (this.#rows.size > ROWS_KEPT && oldest !== undefined) this.#rows.delete(oldest)
    const unknown = cells.filter((cell) => !known.has(cell))
    for (let start = 0; start < unknown.length; start += CELLS_AT_ONCE) {
      const asked = unknown.slice(start, start + CELLS_AT_ONCE)
      const query = new URLSearchParams([['h3', asked.join(',')], ...parametersOf(selection, false)])
      const { stats } = (await this.#send(`/stats/current?${query}`)) as Stats
      for (const cell of asked) known.set(cell, null)
      for (const row of rowsIn(stats)) known.set(row.h3, row)
    }
    return new Map(cells.map((cell) => [cell, known.get(cell) ?? null]))
  }

  /** Returns the rows of an area by its own selector: `geo_id=…` or `lat=…&lng=…&radius_km=…`. */
  async rowsIn(selection: Selection, selector: Readonly<Record<string, string>>): Promise<Row[]> {
    const query = new URLSearchParams([...Object.entries(selector), ...parametersOf(selection, true)])
    const { stats } = await this.get<Stats>(`/stats/current?${query}`)
    return rowsIn(stats)
  }

  /** Returns what a response says besides its rows. */
  frame(selection: Selection): Promise<Frame> {
    const anywhere = { lat: '0', lng: '0', radius_km: '1' }
    const query = new URLSearchParams([...Object.entries(anywhere), ...parametersOf(selection, true)])
    return this.get<Frame>(`/stats/current?${query}`)
  }

  /** Returns the named zones that contain a cell, and whether there are listings in it. */
  lookUp(cell: string): Promise<{ prices_available: boolean; zones: readonly Zone[]; country?: string | null }> {
    return this.get(`/geo/lookup?h3=${cell}`)
  }

  /** Returns the values that a filter offers; none where the service does not have it. */
  async valuesOf(filter: string): Promise<readonly string[]> {
    const { filters } = await this.get<{ filters: readonly Filter[] }>('/meta/filters')
    return filters.find(({ parameter }) => parameter === filter)?.values?.map(({ value }) => value) ?? []
  }

  async coverage(): Promise<readonly CountryOfCoverage[]> {
    const { countries } = await this.get<{ countries: readonly CountryOfCoverage[] }>('/coverage')
    return countries
  }

  /** Returns the children of a place, at most a hundred; the countries for null. */
  async children(parent: string | null): Promise<readonly Zone[]> {
    const query = new URLSearchParams({ limit: '100', ...(parent !== null && { parent }) })
    const { results } = await this.get<{ results: readonly Zone[] }>(`/geo?${query}`)
    return results
  }

  /** Returns all cells of a zone, in their canonical form; without a resolution, at the zone's own. */
  async cellsOf(zone: string, resolution: number | null): Promise<string[]> {
    return (await this.cellsWithin(zone, resolution, Number.POSITIVE_INFINITY)) ?? []
  }

  /** The same; null where the list has more pages. */
  async cellsWithin(zone: string, resolution: number | null, pages: number): Promise<string[] | null> {
    const cells: string[] = []
    let cursor: string | null = null
    for (let page = 0; page === 0 || cursor !== null; page++) {
      if (page === pages) return null
      const query = new URLSearchParams({
        ...(resolution !== null && { res: String(resolution) }),
        ...(cursor !== null && { cursor }),
      })
      const path: string = `/geo/${encodeURIComponent(zone)}/hexes?${query}`
      const answer = await this.get<{ results: { h3: string }[]; next_cursor: string | null }>(path)
      cells.push(...answer.results.map(({ h3 }) => canonical(h3)))
      cursor = answer.next_cursor
    }
    return cells
  }
}

function parametersOf({ lens, resolution, currency }: Selection, withResolution: boolean): [string, string][] {
  return [
    ...(lens === 'default' ? [] : [...new URLSearchParams(lens)]),
    ...(withResolution ? [['res', String(resolution)] as [string, string]] : []),
    ...(currency === 'USD' ? [] : [['currency', currency] as [string, string]]),
  ]
}

function rowsIn(stats: Stats['stats']): Row[] {
  return stats.map((row) => ({ ...row, h3: canonical(row.h3) }))
}

/** Returns a decimal cell id in its usual, hexadecimal form. */
function canonical(decimal: string): string {
  return BigInt(decimal).toString(16)
}

/** What the screen shows of the ground. */
export interface Sight {
  readonly lat: number
  readonly lng: number
  readonly zoom: number
  readonly width: number
  readonly height: number
}

/** Returns the cells whose centre is on the screen. */
export function cellsOnScreen({ lat, lng, zoom, width, height }: Sight, resolution: number): string[] {
  const world = 512 * 2 ** zoom
  const x = (lng + 180) / 360
  const y = (1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2
  const west = (x - width / 2 / world) * 360 - 180
  const east = (x + width / 2 / world) * 360 - 180
  const latitude = (at: number) => (Math.atan(Math.sinh(Math.PI * (1 - 2 * at))) * 180) / Math.PI
  const [north, south] = [latitude(y - height / 2 / world), latitude(y + height / 2 / world)]
  const cells = new Set<string>()
  for (const [from, to] of slicesOf(west, east)) {
    const ring: [number, number][] = [
      [south, from],
      [south, to],
      [north, to],
      [north, from],
    ]
    for (const cell of polygonToCells(ring, resolution)) cells.add(cell)
  }
  return [...cells]
}

/** Longer edges than this would be taken to go the other way round the world. */
const WIDEST_SLICE = 60

/** Cuts a span of longitudes at the 180th meridian, beyond which h3 finds no cells, and into slices that are not too wide. */
function slicesOf(west: number, east: number): [from: number, to: number][] {
  const slices: [number, number][] = []
  for (let from = west; from < east; ) {
    const turn = 360 * Math.floor((from + 180) / 360)
    const to = Math.min(east, from + WIDEST_SLICE, turn + 180)
    slices.push([from - turn, to - turn])
    from = to
  }
  return slices
}
