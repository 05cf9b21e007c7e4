import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldName } from '../../domain/names/fold-name.ts'
import { NO_WORLD } from '../../server/world/world-place.ts'
import { growTree, type Place } from '../places/place-tree.ts'
import type { Geocoder } from '../search/geocoder.ts'
import { type PlaceQuery, searchPlaces } from '../search/search-places.ts'
import { indexNames } from './name-index.ts'

describe('a folded name', () => {
  it('has no case, diacritics or punctuation', () => {
    expect(
      ['Łódź', 'Đà Nẵng', 'Straße', 'Ærøskøbing', "L'Hospitalet", 'Saint-Étienne', '  A  b ', 'Œuf'].map(foldName),
    ).toEqual(['lodz', 'da nang', 'strasse', 'aeroskobing', 'lhospitalet', 'saint etienne', 'a b', 'oeuf'])
    expect(
      ['STRAẞE', 'Þórshöfn', 'Diyarbakır', 'İzmir', 'Gəncə', 'Ħamrun', 'Vil·la', 'ﬁorde', 'Ｔｏｋｙｏ'].map(foldName),
    ).toEqual(['strasse', 'thorshofn', 'diyarbakir', 'izmir', 'gence', 'hamrun', 'villa', 'fiorde', 'tokyo'])
  })

  it('does not change when folded again', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (name) => foldName(foldName(name)) === foldName(name)))
  })
})

describe('a name index', () => {
  const names = ['Santander', 'San Sebastián', 'Santa Ana', 'Vila de Gràcia', 'Gràcia', 'Gracia', 'Barcelona', 'Sant']
  const index = indexNames(names, (entry) => entry)
  const search = (query: string, limit = 10) =>
    index.search(query, { limit, minimumScore: 0.49 }).map(({ entry }) => names[entry])

  it('ranks exact names first, then beginnings, then words, then similar names', () => {
    expect(search('sant').slice(0, 3)).toEqual(['Sant', 'Santa Ana', 'Santander'])
    expect(search('gracia')).toEqual(['Gracia', 'Gràcia', 'Vila de Gràcia'])
    expect(search('BARCLEONA')[0]).toBe('Barcelona')
    expect(search('seb')).toEqual(['San Sebastián'])
    expect(search('sant', 1)).toEqual(['Sant'])
  })

  it('finds every name by its full text and by any beginning', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.nat(20), (name, length) => {
        expect(search(name.slice(0, 2 + length))).toContain(name)
      }),
    )
  })

  it('finds a name despite typing errors and words that are missing, swapped or joined', () => {
    for (const typed of ['Snatander', 'Santandr', 'Santamder', 'Santtander']) expect(search(typed)[0]).toBe('Santander')
    expect(search('Sebastian San')[0]).toBe('San Sebastián')
    expect(search('sansebastian')[0]).toBe('San Sebastián')
    expect(search('Vila Gracia')[0]).toBe('Vila de Gràcia')
  })

  it('does not fill the list with one name while others match too', () => {
    const many = [...Array.from({ length: 30 }, () => 'Centre'), 'Centre-Ville', 'Centreville']
    const found = indexNames(many, () => 0).search('centre', { limit: 10, minimumScore: 0.5 })
    expect(found.map(({ entry }) => many[entry])).toEqual([...Array(8).fill('Centre'), 'Centre-Ville', 'Centreville'])
    const alone = indexNames(many.slice(0, 30), () => 0).search('centre', { limit: 10, minimumScore: 0.5 })
    expect(alone).toHaveLength(10)
  })

  it('considers only accepted names, however many others are more similar', () => {
    const towns = [...Array.from({ length: 500 }, (_, i) => `Springfeld ${i}`), 'Springfjeld']
    const search = (accepts: (entry: number) => boolean) =>
      indexNames(towns, () => 0).search('Springfield', { limit: 3, minimumScore: 0.5, accepts })
    expect(search((entry) => entry === 500)).toMatchObject([{ entry: 500, tier: 3 }])
  })

  it('finds nothing without shared letters', () => {
    expect([search('zzz'), search(''), search('!!')]).toEqual([[], [], []])
  })
})

describe('a search', () => {
  const place = (
    geo_id: string,
    parent: string | null,
    name: string,
    level: Place['level'],
    country: string,
  ): Place => ({
    geo_id,
    parent,
    name,
    level,
    country,
    h3_res: 8,
    population: 0,
    lat: null,
    lng: null,
    source: 'test',
  })
  const places = [
    place('es', null, 'es', 'country', 'es'),
    place('a', 'es', 'Barcelona', 'city', 'es'),
    place('fr', null, 'fr', 'country', 'fr'),
    place('b', 'fr', 'Barcelonnette', 'city', 'fr'),
    place('jp', null, 'jp', 'country', 'jp'),
  ]
  const zones = places.filter(({ level }) => level !== 'country')
  const searched = {
    tree: growTree(places),
    zones: zones.map(({ geo_id }) => geo_id),
    names: indexNames(
      zones.map(({ name }) => name),
      () => 0,
    ),
    world: NO_WORLD,
    hasFigures: async () => false,
  }
  const asked: [string, string | null][] = []
  const geocoder: Geocoder = {
    find: async (query, country) => {
      asked.push([query, country])
      return null
    },
    close: () => {},
  }
  const search = (q: string, country: string | null, level: PlaceQuery['level'] = null) =>
    searchPlaces(searched, { q, country, level, limit: 10 }, geocoder)

  it('finds nothing in a country when the name exists only in another, even if a similar name exists', async () => {
    expect(await search('Barcelona', 'fr')).toEqual({ kind: 'zones', zones: [] })
    expect(await search('Barcelonette', 'fr')).toMatchObject({ kind: 'zones', zones: [{ geo_id: 'b' }] })
  })

  it('in a country without zones is not covered', async () => {
    expect(await search('Barcelona', 'jp')).toEqual({ kind: 'not_covered' })
  })

  it('asks the geocoder only when no country has the name and no level is given', async () => {
    asked.length = 0
    await search('Barcelona', 'fr')
    await search('Barqzzxq', 'es', 'city')
    expect(asked).toEqual([])
    await search('Barqzzxq', 'es')
    await search('Barqzzxq', null)
    expect(asked).toEqual([
      ['Barqzzxq', 'es'],
      ['Barqzzxq', null],
    ])
  })

  it('suggests similar names', async () => {
    expect(await search('Barqzzxq', null)).toMatchObject({
      kind: 'unknown',
      did_you_mean: expect.arrayContaining(['Barcelona']),
    })
    expect(await search('Barqzzxq', 'fr')).toEqual({ kind: 'unknown', did_you_mean: ['Barcelonnette'] })
  })
})
