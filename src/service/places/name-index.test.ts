import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldName } from './fold-name.ts'
import { indexNames } from './name-index.ts'
import { growTree, type Place } from './place-tree.ts'
import { searchPlaces } from './search-places.ts'

describe('a folded name', () => {
  it('has no case, diacritics or punctuation', () => {
    expect(
      ['Łódź', 'Đà Nẵng', 'Straße', 'Ærøskøbing', "L'Hospitalet", 'Saint-Étienne', '  A  b ', 'Œuf'].map(foldName),
    ).toEqual(['lodz', 'da nang', 'strasse', 'aeroskobing', 'lhospitalet', 'saint etienne', 'a b', 'oeuf'])
  })

  it('stays as it is when folded again', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (name) => foldName(foldName(name)) === foldName(name)))
  })
})

describe('a name index', () => {
  const names = ['Santander', 'San Sebastián', 'Santa Ana', 'Vila de Gràcia', 'Gràcia', 'Gracia', 'Barcelona', 'Sant']
  const index = indexNames(names, (entry) => entry)
  const search = (query: string, limit = 10) =>
    index.search(query, { limit, minimumScore: 0.35 }).map(({ entry }) => names[entry])

  it('puts the very name first, then beginnings, then words, then likeness', () => {
    expect(search('sant').slice(0, 3)).toEqual(['Sant', 'Santa Ana', 'Santander'])
    expect(search('gracia')).toEqual(['Gracia', 'Gràcia', 'Vila de Gràcia'])
    expect(search('BARCLEONA')[0]).toBe('Barcelona')
    expect(search('seb')).toEqual(['San Sebastián'])
    expect(search('sant', 1)).toEqual(['Sant'])
  })

  it('finds every name by itself and by any beginning of it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.nat(20), (name, length) => {
        expect(search(name.slice(0, 2 + length))).toContain(name)
      }),
    )
  })

  it('finds nothing that shares nothing', () => {
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
  }
  const search = (q: string, country: string | null) => searchPlaces(searched, { q, country, level: null, limit: 10 })

  it('in another country than the name is known in comes to nothing, even where a name is alike', () => {
    expect(search('Barcelona', 'fr')).toEqual({ kind: 'zones', zones: [] })
    expect(search('Barcelonette', 'fr')).toMatchObject({ kind: 'zones', zones: [{ geo_id: 'b' }] })
  })

  it('in a country without zones is not covered', () => {
    expect(search('Barcelona', 'jp')).toEqual({ kind: 'not_covered' })
  })

  it('suggests what may have been meant', () => {
    expect(search('Barqzzxq', null)).toMatchObject({
      kind: 'unknown',
      did_you_mean: expect.arrayContaining(['Barcelona']),
    })
  })
})
