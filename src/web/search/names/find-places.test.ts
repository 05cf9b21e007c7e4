import { expect, test } from 'vitest'
import type { ReceivedZone } from '../../../contract/service/geo.ts'
import { findPlaces, type Questions } from './find-places.ts'

const region = {
  kind: 'zone',
  geo_id: 'es-ct',
  name: 'Cataluña',
  level: 'region',
  country: 'es',
  ancestors: [],
  prices_available: true,
  current_period: null,
} as unknown as ReceivedZone

/** A service that knows a region by its own name only. */
function serviceOf(asked: string[]): Questions {
  return {
    search: async (q) => {
      asked.push(q)
      return q === 'cataluna'
        ? { kind: 'rows', results: [{ ...region, kind: 'zone' }] }
        : { kind: 'unknown', suggestions: [] }
    },
    lookup: async () => expect.fail('nothing is known there'),
    pause: async () => {},
    known: async () => ({ places: [], airports: [] }),
  }
}

test('a region is asked for by its own name when the service does not know the one that was typed', async () => {
  const asked: string[] = []
  const { found } = await findPlaces('Catalonia', serviceOf(asked))
  expect(found).toMatchObject([{ kind: 'zone', match: 'exact', zone: { geo_id: 'es-ct' } }])
  expect(asked).toEqual(['Catalonia', 'cataluna'])
  expect((await findPlaces('Catalunga', serviceOf([]))).found).toEqual([])
})

test.each(['Comunitat de Cataluña', 'Regione d’Cataluña', 'the region of cataluna', 'Cataluna region'])(
  '%s is tried without the word for its kind, if nothing is called so',
  async (typed) => {
    const { found, named } = await findPlaces(typed, serviceOf([]))
    expect(found).toMatchObject([{ kind: 'zone', match: 'exact', zone: { geo_id: 'es-ct' } }])
    expect(named, 'the place is not also called by the whole text').toBe('cataluna')
    expect((await findPlaces('Region Catalunga', serviceOf([]))).found).toEqual([])
    expect((await findPlaces('Barri de Cataluña', serviceOf([]))).found, 'no quarter of that name').toEqual([])
  },
)

test('a place of the kind that was typed comes before its namesakes, and none that only begins so is found', async () => {
  const zone = (geo_id: string, level: string, name = 'Salamanca') =>
    ({ ...region, geo_id, name, level }) as ReceivedZone & { kind: 'zone' }
  const ask = (zones: (ReceivedZone & { kind: 'zone' })[]): Questions => ({
    ...serviceOf([]),
    search: async (q) => (q === 'salamanca' ? { kind: 'rows', results: zones } : { kind: 'unknown', suggestions: [] }),
  })
  const idsFor = async (typed: string, zones: Parameters<typeof ask>[0]) =>
    (await findPlaces(typed, ask(zones))).found.map((each) => each.kind === 'zone' && each.zone.geo_id)
  const both = [zone('city', 'city'), zone('part', 'macrozone')]
  expect(await idsFor('Barrio de Salamanca', both)).toEqual(['part', 'city'])
  expect(await idsFor('Ciudad de Salamanca', both)).toEqual(['city', 'part'])
  expect(await idsFor('Barrio de Salamanca', [zone('long', 'macrozone', 'Salamancanes')])).toEqual([])
  expect(await idsFor('Barrio de Salamanca', [zone('word', 'macrozone', 'La Salamanca')])).toEqual(['word'])
})

test('without its number, an address finds what its words name together, as all that was found', async () => {
  const ancestors = [{ geo_id: 'b', name: 'Barcelona', level: 'city' as const }]
  const gracia = { ...region, geo_id: 'g', name: 'Gràcia', level: 'macrozone', ancestors } as ReceivedZone
  const { found } = await findPlaces('Barcelona Gracia 08012', {
    ...serviceOf([]),
    search: async (q) =>
      q === 'gracia' ? { kind: 'rows', results: [{ ...gracia, kind: 'zone' }] } : { kind: 'unknown', suggestions: [] },
  })
  expect(found).toMatchObject([{ zone: { geo_id: 'g' }, match: 'similar' }])
})

test('a name in another language, with words that say where, finds the place and no namesake elsewhere', async () => {
  const ancestors = [{ geo_id: 'de-by', name: 'Bayern', level: 'region' as const }]
  const munich = { ...region, geo_id: 'm', name: 'München', level: 'city', country: 'de', ancestors } as ReceivedZone
  const at = { lat: 48.14, lng: 11.58, match: 'exact' as const }
  const known = [
    { ...at, name: 'Munich', country: 'de', population: 1_260_391, names: ['munich', 'munchen'] },
    { ...at, name: 'Munich', country: 'us', population: 210, names: ['munich'] },
  ]
  const { found } = await findPlaces('munich bavaria', {
    search: async (q) =>
      q === 'munich' ? { kind: 'rows', results: [{ ...munich, kind: 'zone' }] } : { kind: 'unknown', suggestions: [] },
    lookup: async () => expect.fail('nothing is known there'),
    pause: async () => {},
    known: async (q) => ({ places: q === 'munich' ? known : [], airports: [] }),
  })
  expect(found).toMatchObject([{ kind: 'zone', match: 'context', zone: { geo_id: 'm' } }])
})

test('a zone of a similar place is shown as the zone that it is, though the service did not name it', async () => {
  const hamburg = {
    ...region,
    geo_id: 'de-hh',
    name: 'Hamburg',
    level: 'city',
    country: 'de',
  } as unknown as ReceivedZone
  const known = { name: 'Hamburg', country: 'de', lat: 53.55, lng: 9.99, population: 1_800_000, names: ['hamburg'] }
  const { found } = await findPlaces('miete hamburg', {
    search: async () => ({ kind: 'unknown', suggestions: [] }),
    lookup: async () => ({ kind: 'point', prices_available: true, zones: [hamburg] }),
    pause: async () => {},
    known: async () => ({ places: [{ ...known, match: 'similar' }], airports: [] }),
  })
  expect(found).toMatchObject([{ kind: 'zone', match: 'similar', zone: { geo_id: 'de-hh' } }])
})

test('words beside a name may be a code of the city around it', async () => {
  const ancestors = [{ geo_id: 'nyc', name: 'New York City', level: 'city' as const }]
  const soho = { ...region, geo_id: 'soho', name: 'SoHo', level: 'microzone', country: 'us', ancestors } as ReceivedZone
  const city = {
    name: 'New York City',
    country: 'us',
    lat: 40.7,
    lng: -74,
    population: 8_800_000,
    match: 'exact',
  } as const
  const { found } = await findPlaces('soho nyc', {
    search: async () => ({ kind: 'rows', results: [{ ...soho, kind: 'zone' }] }),
    lookup: async () => ({ kind: 'point', prices_available: false, zones: [] }),
    pause: async () => {},
    known: async (q) => ({ places: q === 'nyc' ? [{ ...city, names: ['new york city', 'nyc'] }] : [], airports: [] }),
  })
  expect(found).toMatchObject([{ kind: 'zone', match: 'context', zone: { geo_id: 'soho' } }])
})

test('a postcode that the service does not know is not taken for a misspelt name with other numbers', async () => {
  const { suggestions } = await findPlaces('08012', {
    ...serviceOf([]),
    search: async () => ({ kind: 'unknown', suggestions: ['Marseille 08', '08012 Gràcia'] }),
  })
  expect(suggestions).toEqual(['08012 Gràcia'])
})

/** A service that knows a place of Barcelona, and the city alone in longer texts. */
function serviceWith(name: string, asked: string): Questions {
  const ancestors = [{ geo_id: 'b', name: 'Barcelona', level: 'city' as const }]
  const city = { ...region, kind: 'zone', geo_id: 'b', name: 'Barcelona', level: 'city' } as ReceivedZone & {
    kind: 'zone'
  }
  const part = { ...city, geo_id: 'part', name, level: 'macrozone' as const, ancestors }
  const at = { lat: 41.39, lng: 2.16, country: 'es', population: 1_620_343, names: ['barcelona', 'barcelone'] }
  return {
    ...serviceOf([]),
    search: async (q) => ({ kind: 'rows', results: q === asked ? [part] : [city] }),
    known: async (q) => ({
      places: q === 'barcelone espagne' ? [{ ...at, name: 'Barcelona', match: 'context' }] : [],
      airports: [],
    }),
  }
}

test.each([
  ['croix rousse barcelona', 'La Croix-Rousse', 'croix rousse', 'context'],
  ['Gracia, Barcelone, Espagne', 'Gràcia', 'gracia', 'context'],
  ['Carrer de Verdi 12, Gracia, Barcelona', 'Gràcia', 'gracia', 'similar'],
  ['Carrer de Verdi, Gracia, Barcelona', 'Gràcia', 'gracia', 'similar'],
  ['appartement gracia barcelona', 'Gràcia', 'gracia', 'similar'],
] as const)('%s is the part of the city, not the city', async (typed, name, asked, match) => {
  const { found } = await findPlaces(typed, serviceWith(name, asked))
  expect(found[0]).toMatchObject({ match, zone: { geo_id: 'part' } })
})

test('a street that has the name of a quarter is not in it', async () => {
  const { found } = await findPlaces('Passeig de Gracia 43 Barcelona', serviceWith('Gràcia', 'gracia'))
  expect(found).toMatchObject([{ match: 'similar', zone: { geo_id: 'b' } }])
})

test('a known place that is called after its city is the zone there that leaves the city out', async () => {
  const ancestors = [{ geo_id: 'm', name: 'Madrid', level: 'city' as const }]
  const city = { ...region, geo_id: 'm', name: 'Madrid', level: 'city' } as ReceivedZone
  const centro = { ...city, geo_id: 'c', name: 'Centro', level: 'macrozone', ancestors } as ReceivedZone
  const known = { name: 'Madrid Centro', country: 'es', lat: 40.41, lng: -3.7, population: 149_718 }
  const { found } = await findPlaces('madrid centro', {
    search: async () => ({ kind: 'unknown', suggestions: [] }),
    lookup: async () => ({ kind: 'point', prices_available: true, zones: [city, centro] }),
    pause: async () => {},
    known: async () => ({ places: [{ ...known, names: ['madrid centro'], match: 'exact' }], airports: [] }),
  })
  expect(found).toMatchObject([{ kind: 'zone', match: 'exact', zone: { geo_id: 'c' } }])
})

test('a misspelt quarter is not what some words of the text begin', async () => {
  const ancestors = [{ geo_id: 's', name: 'Sydney', level: 'city' as const }]
  const surry = { ...region, kind: 'zone', geo_id: 'surry', name: 'Surry Hills', country: 'au', ancestors } as const
  const hills = { ...surry, geo_id: 'hills', name: 'Hills District' }
  const { found } = await findPlaces('surrey hills sydney', {
    ...serviceOf([]),
    search: async (q) => ({ kind: 'rows', results: [q === 'hills sydney' ? hills : surry] as never }),
  })
  expect(found).toMatchObject([{ match: 'similar', zone: { geo_id: 'surry' } }])
})

test('while a text is being typed, only all of it is asked about', async () => {
  const asked: string[] = []
  const typing: Questions = {
    ...serviceOf(asked),
    known: async (q) => {
      asked.push(`known ${q}`)
      return { places: [], airports: [] }
    },
    pause: () => Promise.reject(new Error('more is typed')),
  }
  for (const typed of ['Carrer de Verdi 12, Gracia, Barc', 'soho nyc', 'Barrio de Salam']) {
    asked.length = 0
    await expect(findPlaces(typed, typing)).rejects.toThrow('more is typed')
    expect(asked).toEqual([typed, `known ${typed}`])
  }
})

test('a name that is only similar is shown without waiting', async () => {
  const typing = { ...serviceOf([]), pause: () => expect.fail('there is nothing more to ask') }
  expect(
    (await findPlaces('Cataluna', { ...typing, search: async () => ({ kind: 'rows', results: [region] as never }) }))
      .found,
  ).toHaveLength(1)
  expect(
    (await findPlaces('Catalnua', { ...typing, search: async () => ({ kind: 'rows', results: [region] as never }) }))
      .found,
  ).toHaveLength(1)
})

test('neither a single letter nor a number beside a name is asked about', async () => {
  for (const typed of ['gracia b', '7 paris', 'paris 7', 'b']) {
    const asked: string[] = []
    await findPlaces(typed, serviceOf(asked))
    expect(asked).toEqual([typed])
  }
})
