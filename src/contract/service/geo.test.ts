import { describe, expect, it } from 'vitest'
import { pointSignal, receivedPlaces, receivedPoint, receivedSearch } from './geo.ts'

const bare = { kind: 'point', prices_available: true, zones: [] }

describe('a response from another service', () => {
  it('is read whatever form a point’s unspecified fields have', () => {
    const point = { ...bare, lat: '41.4', lng: { value: 2.2 }, h3: 8, name: 7, country: ['es'] }
    expect(receivedPoint.parse(point)).toEqual(bare)
    expect(receivedSearch.parse({ results: [point] })).toEqual({ results: [bare] })
  })

  const zone = {
    kind: 'zone',
    geo_id: 'z1',
    name: 'Gràcia',
    level: 'macrozone',
    country: 'es',
    ancestors: [{ geo_id: 'es', name: 'es', level: 'country' }],
    h3_res: 8,
    hexes_url: '/public/v1/geo/z1/hexes',
    current_period: '2026-11-01',
    prices_available: true,
    reports_available: false,
  }

  it('may have names of any length, with marks that turn a line around', () => {
    const name = `Gr\u202eàcia\n${'x'.repeat(10_000)}`
    const ancestors = [{ geo_id: 'es', name: '\u200b', level: 'country' }]
    const [read] = receivedPlaces.parse({ results: [{ ...zone, name, ancestors }] }).results
    expect(read).toMatchObject({ name: `Gr àcia ${'x'.repeat(192)}`, ancestors: [{ name: '—' }] })
  })

  it('may hold its point alone, in a list or under a name', () => {
    for (const body of [bare, { results: [bare] }, { results: bare }, { point: bare }]) {
      expect(receivedSearch.parse(body)).toEqual({ results: [bare] })
    }
    expect(receivedSearch.parse({ results: [] })).toEqual({ results: [] })
  })

  it('may have null for an empty list, flags as numbers or left out, and a period with its midnight', () => {
    expect(receivedPlaces.parse({ results: null })).toEqual({ results: [] })
    expect(receivedSearch.parse({ results: null })).toEqual({ results: [] })
    expect(pointSignal.parse({ ...bare, prices_available: 1, zones: null })).toEqual(pointSignal.parse(bare))
    expect(pointSignal.parse({ kind: 'point' })).toEqual({ h3: null, prices_available: null, zones: [] })
    const { prices_available: _, ...unmarked } = { ...zone, h3_res: '8', current_period: '2026-11-01T00:00:00Z' }
    expect(receivedPlaces.parse({ results: [unmarked] }).results).toEqual([{ ...zone, prices_available: false }])
  })

  it('may be a point in an envelope where the interface has it alone', () => {
    for (const body of [bare, { results: [bare] }, { results: bare }, { point: bare }]) {
      expect(receivedPoint.parse(body)).toEqual(bare)
      expect(pointSignal.parse(body)).toMatchObject({ prices_available: true, zones: [] })
    }
  })

  it('loses only the rows that cannot be read', () => {
    const odd = { ...zone, geo_id: 'z2', level: 'parish' }
    expect(receivedSearch.parse({ results: [odd, zone, null, 'z3', bare] })).toEqual({ results: [zone, bare] })
    expect(receivedPlaces.parse({ parent: 'es', results: [zone, odd] })).toEqual({ parent: null, results: [zone] })
    expect(receivedPoint.parse({ ...bare, zones: [odd, zone] }).zones).toEqual([zone])
    expect(receivedPoint.parse({ ...bare, zones: null }).zones).toEqual([])
  })

  it('may leave out what nothing depends on', () => {
    const { reports_available: _, hexes_url: __, current_period: ___, ...rest } = zone
    const read = receivedSearch.parse({ results: [{ ...rest, h3_res: 'fine', ancestors: [7, ...zone.ancestors] }] })
    expect(read.results).toEqual([{ ...zone, hexes_url: null, current_period: null, h3_res: null }])
  })

  it('may name its ancestors in any order', () => {
    const at = (level: string) => ({ geo_id: `${level}-1`, name: level, level })
    const chain = ['city', 'province', 'region', 'country'].map(at)
    for (const ancestors of [chain, chain.toReversed(), [chain[2], chain[0], chain[3], chain[1]]]) {
      expect(receivedPlaces.parse({ results: [{ ...zone, ancestors }] }).results).toMatchObject([{ ancestors: chain }])
    }
  })

  it('may number its places', () => {
    const numbered = { ...zone, geo_id: 7, ancestors: [{ geo_id: 3, name: 'Barcelona', level: 'city' }] }
    expect(receivedPlaces.parse({ results: [numbered] }).results).toMatchObject([
      { geo_id: '7', ancestors: [{ geo_id: '3' }] },
    ])
    expect(pointSignal.parse({ ...bare, zones: [numbered] }).zones).toMatchObject([{ geo_id: '7' }])
  })

  it('is refused when none of its rows can be read', () => {
    expect(receivedSearch.safeParse({ results: [{ name: 'Gràcia' }] }).success).toBe(false)
    expect(receivedPlaces.safeParse({ results: ['es'] }).success).toBe(false)
    expect(receivedSearch.safeParse({}).success).toBe(false)
  })

  it('says what is known of listings, and null where it does not', () => {
    for (const [prices_available, known] of [
      [true, true],
      [false, false],
      ['perhaps', null],
      [undefined, null],
    ]) {
      expect(pointSignal.parse({ prices_available, zones: 'none' })).toMatchObject({
        prices_available: known,
        zones: [],
      })
    }
  })

  it('may leave the parent out or set it to null', () => {
    expect(receivedPlaces.parse({ parent: null, results: [] })).toEqual({ parent: null, results: [] })
    expect(receivedPlaces.parse({ results: [] })).toEqual({ results: [] })
  })
})
