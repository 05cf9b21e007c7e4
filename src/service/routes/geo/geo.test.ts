import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hexesResponse } from '../../../contract/service/assumptions.ts'
import { coverageResponse } from '../../../contract/service/coverage.ts'
import { errorEnvelope } from '../../../contract/service/errors.ts'
import { geoResponse, pointObject, searchResponse } from '../../../contract/service/geo.ts'
import { type Cell, cellParent, cellToDecimal, parseCell } from '../../../domain/cell.ts'
import { CITY_CELLS, CITY_CENTRE, type ServiceFixture, startServiceFixture } from '../../../testing/service-fixture.ts'

let service: ServiceFixture
beforeAll(async () => {
  service = await startServiceFixture()
}, 60_000)
afterAll(() => service?.close())

const json = async (path: string) => (await service.get(path)).json()
const refusal = async (path: string) => {
  const answer = await service.get(path)
  const { error, parameter } = errorEnvelope.parse(await answer.json())
  return [answer.status, error, parameter]
}
const idsOf = async (path: string) => geoResponse.parse(await json(path)).results.map(({ geo_id }) => geo_id)

describe('/geo', () => {
  it('lists the countries that have places', async () => {
    const { results, parent } = geoResponse.parse(await json('/geo'))
    expect(parent).toBeUndefined()
    expect(results).toEqual([
      { kind: 'country', geo_id: 'es', name: 'es', level: 'country', country: 'es', prices_available: true },
      { kind: 'country', geo_id: 'fr', name: 'fr', level: 'country', country: 'fr', prices_available: false },
    ])
  })

  it('goes down one step, which may skip levels, and echoes the parent', async () => {
    const { results, parent } = geoResponse.parse(await json('/geo?parent=z1'))
    expect(parent).toEqual({ geo_id: 'z1', name: 'Catalunya', level: 'region', country: 'es' })
    expect(results).toMatchObject([
      {
        geo_id: 'z2',
        level: 'city',
        h3_res: 8,
        hexes_url: '/public/v1/geo/z2/hexes',
        ancestors: [
          { geo_id: 'z1', name: 'Catalunya', level: 'region' },
          { geo_id: 'es', name: 'es', level: 'country' },
        ],
        current_period: '2026-11-01',
        prices_available: true,
      },
      { geo_id: 'z5', level: 'province', current_period: null, prices_available: false },
    ])
  })

  it('filters by level without going further down', async () => {
    expect(await idsOf('/geo?parent=z1&level=province')).toEqual(['z5'])
    expect(await idsOf('/geo?parent=z1&level=microzone')).toEqual([])
    expect(await idsOf('/geo?level=region')).toEqual([])
  })

  it('returns pages, and clamps a limit that is out of range', async () => {
    expect(await idsOf('/geo?parent=z1&limit=1')).toEqual(['z2'])
    expect(await idsOf('/geo?parent=z1&limit=1&page=2')).toEqual(['z5'])
    expect(await idsOf('/geo?parent=z1&limit=100000')).toEqual(['z2', 'z5'])
    expect(await idsOf(`/geo?parent=z1&limit=${'9'.repeat(400)}`)).toEqual(['z2', 'z5'])
    expect(await idsOf(`/geo?parent=z1&page=${'9'.repeat(400)}`)).toEqual([])
    expect(await idsOf('/geo?parent=z1&limit=0')).toEqual(['z2'])
    expect(await idsOf(`/geo?parent=z1&limit=-${'9'.repeat(20)}`)).toEqual(['z2'])
  })

  it('returns an empty list for anything unknown or malformed', async () => {
    const queries = [
      'parent=nowhere',
      'parent=z4',
      'page=3',
      'page=0',
      'page=x',
      'page=10001',
      'page=99999999999999999',
    ]
    for (const query of [...queries, 'limit=1.5', 'level=planet', 'page=1&page=2', 'parent=es&parent=fr']) {
      const answer = await service.get(`/geo?${query}`)
      expect(answer.status, query).toBe(200)
      expect(geoResponse.parse(await answer.json()).results, query).toEqual([])
    }
    expect(geoResponse.parse(await json('/geo?parent=z1&page=x')).parent?.name).toBe('Catalunya')
  })
})

describe('/geo/search', () => {
  const search = async (query: string) => searchResponse.parse(await json(`/geo/search?${query}`)).results
  const found = async (query: string) =>
    (await search(query)).map((row) => (row.kind === 'zone' ? row.geo_id : row.kind))

  it('ignores case and diacritics, and ranks exact names first, the largest place before others', async () => {
    expect(await found('q=GRACIA')).toEqual(['z3', 'z7', 'z4'])
    expect((await found('q=lodz'))[0]).toBe('z6')
    expect((await found('q=barc'))[0]).toBe('z2')
    expect((await found('q=barcleona'))[0]).toBe('z2')
  })

  it('applies country, level and limit', async () => {
    expect(await found('q=gracia&country=FR')).toEqual(['z7'])
    expect(await found('q=gracia&level=microzone')).toEqual(['z4'])
    expect(await found('q=gracia&limit=1')).toEqual(['z3'])
    expect(await found(`q=gracia&limit=-${'9'.repeat(20)}`)).toEqual(['z3'])
  })

  it('returns nothing for one letter, and for a name that only another country has', async () => {
    for (const one of ['g', 'e\u0301', 'g-', '--', ' é ', '\u200bg']) {
      expect(await found(`q=${encodeURIComponent(one)}`), one).toEqual([])
    }
    expect(await found('q=catalunya&country=fr')).toEqual([])
  })

  it('does not confuse a query with a similar name in another country', async () => {
    expect(await refusal('/geo/search?q=barceqqzzx&country=fr')).toEqual([404, 'unknown_place', undefined])
    expect(await found('q=barcleona&country=fr')).toEqual([])
  })

  it('returns a point when no zone but a town of GeoNames has the name', async () => {
    expect(await search('q=yokohama')).toMatchObject([{ kind: 'point', name: 'Yokohama', country: 'jp', zones: [] }])
  })

  it('refuses unknown names, countries without places and invalid countries', async () => {
    expect(await refusal('/geo/search?q=zzqqxx')).toEqual([404, 'unknown_place', undefined])
    expect(await refusal('/geo/search?q=kyoto&country=jp')).toEqual([404, 'not_covered', undefined])
    expect(await refusal('/geo/search?q=gracia&country=xx')).toEqual([400, 'invalid_parameter', 'country'])
    expect(await refusal('/geo/search?q=gracia&level=planet')).toEqual([400, 'invalid_parameter', 'level'])
    expect(await refusal('/geo/search')).toEqual([400, 'missing_parameter', 'q'])
  })
})

describe('/geo/lookup', () => {
  const lookup = async (query: string) => pointObject.parse(await json(`/geo/lookup?${query}`))

  it('accepts a cell in both spellings, or a point, and returns the zones around it from fine to coarse', async () => {
    const [canonical, decimal, point] = await Promise.all([
      lookup(`h3=${CITY_CENTRE}`),
      lookup(`h3=${cellToDecimal(CITY_CENTRE)}`),
      lookup('lat=41.39&lng=2.16'),
    ])
    expect(canonical).toEqual(decimal)
    expect(canonical.h3).toBe(point.h3)
    expect(point).toMatchObject({ prices_available: true, country: 'es', name: 'la Vila de Gràcia' })
    expect(point.zones.map(({ geo_id }) => geo_id)).toEqual(['z4', 'z3', 'z2', 'z1'])
  })

  it('says the same of a cell by its id and by a point in it', async () => {
    // The point is at the edge of its coarse cells, where the zones around it are others than those around the centre.
    for (const [lat, lng] of [
      [41.39, 2.16],
      [41.98, 2.82],
      [41.67, 2.79],
    ]) {
      for (const res of [4, 5, 6, 7, 8]) {
        const { lat: _, lng: __, ...point } = await lookup(`lat=${lat}&lng=${lng}&res=${res}`)
        const { lat: ___, lng: ____, ...cell } = await lookup(`h3=${point.h3}`)
        expect(point).toEqual(cell)
      }
    }
  })

  it('reports whether a coarse cell has listings', async () => {
    expect(await lookup(`h3=${cellParent(CITY_CENTRE, 4)}`)).toMatchObject({ prices_available: true })
    expect(await lookup('lat=41.39&lng=2.16&res=5')).toMatchObject({ prices_available: true })
    expect(await lookup('lat=0&lng=0')).toMatchObject({ prices_available: false, zones: [], country: null })
  })

  it('refuses other resolutions and incomplete points', async () => {
    expect(await refusal('/geo/lookup?h3=8428347ffffffff0')).toEqual([400, 'invalid_parameter', 'h3'])
    expect(await refusal(`/geo/lookup?h3=${cellParent(CITY_CENTRE, 3)}`)).toEqual([400, 'invalid_parameter', 'h3'])
    expect(await refusal('/geo/lookup?lat=1&lng=2&res=9')).toEqual([400, 'invalid_parameter', 'res'])
    expect(await refusal('/geo/lookup?lat=91&lng=2')).toEqual([400, 'invalid_parameter', 'lat'])
    expect(await refusal('/geo/lookup?lat=1')).toEqual([400, 'missing_parameter', 'lng'])
    expect(await refusal('/geo/lookup')).toEqual([400, 'missing_parameter', 'h3'])
  })
})

describe('/geo/{geo_id}/hexes', () => {
  async function allPages(path: string): Promise<Cell[]> {
    const cells: Cell[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = hexesResponse.parse(await json(cursor ? `${path}&cursor=${cursor}` : path))
      cells.push(...page.results.map(({ h3 }) => parseCell(h3)).filter((cell) => cell !== null))
      cursor = page.next_cursor
    }
    return cells
  }

  it('pages through every cell once, ascending', async () => {
    expect(await allPages('/geo/z2/hexes?limit=10')).toEqual([...CITY_CELLS].sort())
    expect(await allPages('/geo/z5/hexes?res=8&limit=100')).toHaveLength(37 * 7)
  })

  it('states when the cells are rolled up', async () => {
    const { territory, resolution, results } = hexesResponse.parse(await json('/geo/z2/hexes?res=6'))
    expect({ resolution, from: territory.rolled_up_from }).toEqual({ resolution: 6, from: 8 })
    expect(territory.rollup_note).toContain('beyond its boundary')
    const parents = new Set(CITY_CELLS.map((cell) => cellParent(cell, 6)))
    expect(new Set(results.map(({ h3 }) => parseCell(h3)))).toEqual(parents)
    expect(hexesResponse.parse(await json('/geo/z2/hexes')).territory).toEqual({})
  })

  it('refuses the cursor of another query, a country and an unknown zone', async () => {
    const { next_cursor } = hexesResponse.parse(await json('/geo/z2/hexes?limit=10'))
    expect(await refusal(`/geo/z3/hexes?cursor=${next_cursor}`)).toEqual([400, 'invalid_cursor', 'cursor'])
    expect(await refusal(`/geo/z2/hexes?res=7&cursor=${next_cursor}`)).toEqual([400, 'invalid_cursor', 'cursor'])
    const unsigned = createHash('sha256').update(`hexes z2 8 ${CITY_CENTRE}`).digest('base64url')
    for (const forged of [
      'abc',
      CITY_CENTRE,
      `${CITY_CENTRE}${unsigned.slice(0, 12)}`,
      `${CITY_CENTRE}${unsigned.slice(0, 24)}`,
    ]) {
      expect(await refusal(`/geo/z2/hexes?cursor=${forged}`)).toEqual([400, 'invalid_cursor', 'cursor'])
    }
    expect(await refusal('/geo/z2/hexes?cursor=abc')).toEqual([400, 'invalid_cursor', 'cursor'])
    expect(await refusal('/geo/es/hexes')).toEqual([400, 'invalid_parameter', 'geo_id'])
    expect(await refusal('/geo/nowhere/hexes')).toEqual([404, 'unknown_place', 'geo_id'])
    expect(await refusal('/geo/z2/hexes?res=3')).toEqual([400, 'invalid_parameter', 'res'])
  })
})

describe('/coverage', () => {
  it('lists markets with and without listings, with and without places', async () => {
    const { countries, coverage, window_days } = coverageResponse.parse(await json('/coverage'))
    expect(window_days).toBe(365)
    expect(coverage).not.toContain('simulated')
    expect(countries).toMatchObject([
      { country: 'es', h3_resolutions: [4, 5, 6, 7, 8], searchable: true, prices_available: true },
      { country: 'fr', h3_resolutions: [], searchable: true, prices_available: false, last_ad_parsed_at: null },
      { country: 'it', h3_resolutions: [], searchable: false, prices_available: false },
      { country: 'pt', h3_resolutions: [4, 5, 6, 7, 8], searchable: false, prices_available: true },
    ])
    // The rows of a register are sales, and its licence asks to be named.
    expect(countries.map(({ records }) => records)).toEqual(['listings', undefined, 'listings', 'sales'])
    expect(coverage).toContain('Markets with listings, sales or named places.')
    expect(coverage).toContain('Sales in pt: Contains HM Land Registry data')
  })

  it('filters by country, and refuses an invalid one', async () => {
    expect(coverageResponse.parse(await json('/coverage?country=fr')).countries).toHaveLength(1)
    expect(coverageResponse.parse(await json('/coverage?country=jp')).countries).toEqual([])
    expect(await refusal('/coverage?country=xx')).toEqual([400, 'invalid_parameter', 'country'])
  })
})
