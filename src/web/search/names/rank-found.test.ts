import { expect, test } from 'vitest'
import type { KnownPlace } from '../../../contract/known-places.ts'
import type { ReceivedZone } from '../../../contract/service/geo.ts'
import { rankFound } from './rank-found.ts'

function town(name: string, population: number, names: readonly string[]): KnownPlace {
  return { name, country: 'us', lat: 0, lng: 0, population, names: [...names], match: 'exact' }
}

test('a place of that very name comes before a larger one that is called so in another language only', () => {
  const known = [town('Winona Lake', 5_000, ['winona lake', 'eagle lake']), town('Eagle Lake', 2_000, ['eagle lake'])]
  const first = rankFound('eagle lake', [], known)[0]
  expect(first?.kind === 'elsewhere' && first.place.name).toBe('Eagle Lake')
})

test('a large place keeps its names in other languages', () => {
  const known = [town('Milano', 1_300_000, ['milano', 'milan']), town('Milan', 5_000, ['milan'])]
  const first = rankFound('milan', [], known)[0]
  expect(first?.kind === 'elsewhere' && first.place.name).toBe('Milano')
})

test('a place without a zone comes before a small one that has the typed name in another language only', () => {
  const raytown = { ...zone('r', 'city', []), name: 'Raytown', country: 'us' } as ReceivedZone
  const known = [town('Raytown', 29_000, ['raytown', 'ray']), town('Ray', 1_000, ['ray'])]
  expect(rankFound('ray', [raytown], known).map(nameOf)).toEqual(['Ray', 'Raytown'])
  const large = [town('Raytown', 290_000, ['raytown', 'ray']), town('Ray', 1_000, ['ray'])]
  expect(rankFound('ray', [raytown], large).map(nameOf)).toEqual(['Raytown', 'Ray'])
})

test('a zone with figures that has twice the people comes before a place of that very name without a zone', () => {
  const figures = '2026-10-01'
  const girona = { ...zone('g', 'city', []), name: 'Girona', country: 'es', current_period: figures } as ReceivedZone
  const known = [
    { ...town('Gerona', 40_914, ['gerona']), country: 'ph' },
    { ...town('Girona', 96_188, ['gerona', 'girona']), country: 'es' },
  ]
  expect(rankFound('gerona', [girona], known).map(nameOf)).toEqual(['Girona', 'Gerona'])
  expect(rankFound('gerona', [{ ...girona, current_period: null }], known).map(nameOf)).toEqual(['Gerona', 'Girona'])
  const short = [town('Gero', 40_914, ['gero']), { ...town('Girona', 96_188, ['gero', 'girona']), country: 'es' }]
  expect(rankFound('gero', [girona], short).map(nameOf), 'more likely a beginning').toEqual(['Gero', 'Girona'])
})

test('three letters are the beginning of a name with figures rather than a whole name in another language', () => {
  const figures = { country: 'de', current_period: '2026-10-01' }
  const gera = { ...zone('ge', 'city', []), ...figures, name: 'Gera' } as ReceivedZone
  const gracia = { ...zone('gr', 'city', []), ...figures, name: 'Gràcia' } as ReceivedZone
  const known = [{ ...town('Gera', 104_000, ['gera', 'gra']), country: 'de' }]
  expect(rankFound('Gra', [gera, gracia], known).map(nameOf)).toEqual(['Gràcia', 'Gera'])
  expect(rankFound('Gra', [gera], known)).toMatchObject([{ match: 'exact' }])
})

test('a zone’s name in another language counts less than a larger place’s own, as Syracuse was once Milan', () => {
  const syracuse = { ...zone('s', 'city', []), name: 'Syracuse', country: 'us' } as ReceivedZone
  const known = [town('Milan', 1_300_000, ['milan']), town('Syracuse', 145_000, ['syracuse', 'milan'])]
  expect(rankFound('milan', [syracuse], known).map(nameOf)).toEqual(['Milan', 'Syracuse'])
  expect(rankFound('syracuse', [syracuse], known)[0]).toMatchObject({ kind: 'zone', match: 'exact' })
})

test('a far larger place comes before a zone with figures where the text is a name of both abroad, however short it is', () => {
  const figures = { level: 'city', country: 'us', current_period: '2026-10-01' }
  const rome = { ...zone('r', 'city', []), ...figures, name: 'Rome' } as ReceivedZone
  const romans = { ...zone('s', 'city', []), ...figures, name: 'Romans' } as ReceivedZone
  const known = [
    { ...town('Rome', 2_300_000, ['rome', 'roma']), country: 'it' },
    town('Rome', 36_000, ['rome', 'roma']),
  ]
  expect(rankFound('roma', [rome, romans], known).map(placeOf)).toEqual(['Rome it', 'Rome us', 'Romans us'])
})

test('a far likelier place comes before a small one of that name, but after a zone of that name', () => {
  const barcelona = { ...zone('b', 'city', []), name: 'Barcelona', country: 'es' } as ReceivedZone
  const known = [
    { ...town('Barcelona', 1_600_000, ['barcelona']), country: 'es', match: 'similar' as const },
    town('Barcelonne', 1_400, ['barcelonne', 'barcalona']),
  ]
  expect(rankFound('barcalona', [barcelona], known).map(nameOf)).toEqual(['Barcelona', 'Barcelonne'])
  expect(rankFound('barcalona', [], known).map(nameOf)).toEqual(['Barcelona', 'Barcelonne'])
  const barcelonne = { ...zone('n', 'city', []), name: 'Barcelonne', country: 'us' } as ReceivedZone
  expect(rankFound('barcalona', [barcelonne], known).map(nameOf)).toEqual(['Barcelonne', 'Barcelona'])
})

test('a far larger place without a zone comes before zones of its name that have no figures either', () => {
  const lima = { ...zone('l', 'city', []), name: 'Lima', country: 'us', current_period: null } as ReceivedZone
  const ohio = town('Lima', 40_000, ['lima'])
  const peru = { ...town('Lima', 7_700_000, ['lima']), country: 'pe' }
  const countries = (zones: ReceivedZone[], known: KnownPlace[]) =>
    rankFound('lima', zones, known).map((each) => (each.kind === 'zone' ? each.zone : each.place).country)
  expect(countries([lima], [peru, ohio])).toEqual(['pe', 'us'])
  expect(countries([{ ...lima, current_period: '2026-10-01' }], [peru, ohio])).toEqual(['us', 'pe'])
  expect(countries([lima], [{ ...peru, population: 150_000 }, ohio])).toEqual(['us', 'pe'])
  expect(countries([lima], [{ ...peru, population: 90_000 }])).toEqual(['us', 'pe'])
})

test('a far larger zone with figures comes before zones of that very name that have none', () => {
  const sidney = { ...zone('o', 'city', []), name: 'Sidney', country: 'us', current_period: null } as ReceivedZone
  const figures = '2026-10-01'
  const sydney = { ...zone('s', 'city', []), name: 'Sydney', country: 'au', current_period: figures } as ReceivedZone
  const known = [
    { ...town('Sydney', 5_600_000, ['sydney', 'sidney']), country: 'au' },
    town('Sidney', 20_000, ['sidney']),
  ]
  expect(idsOf(rankFound('Sídney', [sidney, sydney], known))).toEqual(['s', 'o'])
  expect(idsOf(rankFound('Sídney', [{ ...sidney, current_period: figures }, sydney], known))).toEqual(['o', 's'])
})

test('of two places with one name in another language the one with figures comes first', () => {
  const spain = { ...zone('v', 'city', []), name: 'Valencia', current_period: '2026-10-01' } as ReceivedZone
  const inSpain = { ...town('Valencia', 800_000, ['valencia', 'валенсия']), country: 'es' }
  const venezuela = { ...town('Valencia', 1_600_000, ['valencia', 'валенсия']), country: 've' }
  expect(rankFound('Валенсия', [spain], [venezuela, inSpain])[0]).toMatchObject({ kind: 'zone' })
  const without = { ...spain, current_period: null }
  expect(rankFound('Валенсия', [without], [venezuela, inSpain])[0]).toMatchObject({ place: { country: 've' } })
})

test('each of two names of a zone is its own', () => {
  const vitoria = { ...zone('v', 'city', []), name: 'Gasteiz / Vitoria' } as ReceivedZone
  const brazil = { ...town('Vitória', 320_000, ['vitoria']), country: 'br' }
  expect(rankFound('vitoria', [vitoria], [brazil])[0]).toMatchObject({ kind: 'zone', match: 'exact' })
})

test('a region is known by its names in other languages, and comes before a town of that name', () => {
  const region = { ...zone('a', 'region', []), name: 'Andalucía' } as ReceivedZone
  const namesake = town('Andalusia', 9_000, ['andalusia'])
  expect(rankFound('Andalusia', [region], [namesake]).map(nameOf)).toEqual(['Andalucía', 'Andalusia'])
  const marbella = { ...zone('m', 'city', region.ancestors), ancestors: [region] } as unknown as ReceivedZone
  expect(rankFound('Barcelona Andalousie', [marbella], [])[0]?.match).toBe('context')
  const street = { ...region, level: 'microzone' } as ReceivedZone
  expect(rankFound('Andalusia', [street], [])[0]?.match, 'only regions have them').toBe('similar')
})

test('of equal names the one that is written as typed comes first', () => {
  const written = { ...zone('w', 'city', []), name: 'St. Charles', country: 'us' } as ReceivedZone
  const spelledOut = { ...zone('o', 'city', []), name: 'Saint Charles', country: 'us' } as ReceivedZone
  expect(rankFound('St Charles', [spelledOut, written], []).map(nameOf)).toEqual(['St. Charles', 'Saint Charles'])
  expect(rankFound('saint charles', [written, spelledOut], []).map(nameOf)).toEqual(['Saint Charles', 'St. Charles'])
})

test('with words that say where, a place’s own name comes before one in another language', () => {
  const us = { level: 'country', geo_id: 'us', name: 'United States' } as const
  const scranton = { ...zone('s', 'city', [us]), name: 'Scranton', country: 'us' } as ReceivedZone
  const harrison = { ...zone('h', 'city', [us]), name: 'Harrison', country: 'us' } as ReceivedZone
  const known = [town('Scranton', 76_000, ['scranton', 'harrison'])]
  expect(rankFound('United States Harrison', [scranton, harrison], known).map(nameOf)).toEqual(['Harrison', 'Scranton'])
})

test('words after a comma say where, and do not continue a name', () => {
  const england = { level: 'country', geo_id: 'gb', name: 'United Kingdom' } as const
  const west = { ...zone('w', 'macrozone', [england]), name: 'West', country: 'gb' } as ReceivedZone
  const englewood = { ...zone('e', 'macrozone', []), name: 'West Englewood', country: 'us' } as ReceivedZone
  expect(rankFound('West, ENG', [englewood, west], []).map(nameOf)).toEqual(['West', 'West Englewood'])
  expect(rankFound('West Eng', [englewood], []).map(({ match }) => match)).toEqual(['beginning'])
})

test('the code of a region says where, and a beginning of a name does beside such words', () => {
  const illinois = { level: 'region', geo_id: 'i', name: 'Illinois' } as const
  const springfield = { ...zone('s', 'city', [illinois]), name: 'Springfield', country: 'us' } as ReceivedZone
  expect(rankFound('springfield il', [springfield], [])[0]?.match).toBe('context')
  const paris = { level: 'city', geo_id: 'p', name: 'Paris' } as const
  const eleventh = { ...zone('e', 'macrozone', [paris]), name: '11e arrondissement', country: 'fr' } as ReceivedZone
  const city = { ...zone('c', 'city', []), name: 'Paris', country: 'fr' } as ReceivedZone
  expect(rankFound('paris 11', [city, eleventh], []).map(nameOf)).toEqual(['11e arrondissement', 'Paris'])
})

test('a short form of a word, or two letters for one with a mark, is an exact name', () => {
  const denis = { ...zone('d', 'city', []), name: 'Saint-Denis', country: 'fr' } as ReceivedZone
  const stains = { ...zone('s', 'city', []), name: 'Stains', country: 'fr' } as ReceivedZone
  const found = rankFound('st denis', [stains, denis], [])
  expect(found.map((each) => [nameOf(each), each.match])).toEqual([
    ['Saint-Denis', 'exact'],
    ['Stains', 'similar'],
  ])
  const koln = { ...zone('k', 'city', []), name: 'Köln', country: 'de' } as ReceivedZone
  expect(rankFound('koeln', [koln], [])[0]?.match).toBe('exact')
})

test('a zone’s own name comes before a shorter one that is also called so, as if it said where', () => {
  const quarter = { ...zone('q', 'macrozone', []), name: 'Saint-Jacques', country: 'fr' } as ReceivedZone
  const whole = { ...zone('t', 'city', []), name: 'Saint-Jacques-de-la-Lande', country: 'fr' } as ReceivedZone
  const known = [
    { ...town('Saint-Jacques-de-la-Lande', 10_000, ['saint jacques', 'saint jacques de la lande']), country: 'fr' },
  ]
  const found = rankFound('Saint-Jacques-de-la-Lande', [quarter, whole], known)
  expect(found.map(nameOf)).toEqual(['Saint-Jacques-de-la-Lande', 'Saint-Jacques'])
})

test('a short form of a zone’s name is its own, unless a larger place has it whole', () => {
  const onSea = { ...zone('b', 'city', []), name: 'Burnham-on-Sea', country: 'us' } as ReceivedZone
  const names = ['burnham', 'burnham on sea']
  const small = [town('Burnham-on-Sea', 20_000, names), town('Burnham', 4_000, ['burnham'])]
  expect(rankFound('burnham', [onSea], small).map(nameOf)).toEqual(['Burnham-on-Sea', 'Burnham'])
  const large = [town('Burnham-on-Sea', 20_000, names), town('Burnham', 40_000, ['burnham'])]
  expect(rankFound('burnham', [onSea], large).map(nameOf)).toEqual(['Burnham', 'Burnham-on-Sea'])
})

test('words that say where are whole, unless they were typed last', () => {
  const west = { level: 'region', geo_id: 'w', name: 'South West' } as const
  const granville = { ...zone('g', 'city', [west]), name: 'Granville', country: 'au' } as ReceivedZone
  expect(rankFound('sout granville', [granville], [])[0]?.match).toBe('similar')
  expect(rankFound('granville sout', [granville], [])[0]?.match).toBe('context')
})

test('a name of several words, in any language, comes before a shorter name with words that say where', () => {
  const nord = { level: 'province', geo_id: 'n', name: 'Nord' } as const
  const sud = { ...zone('s', 'macrozone', [nord]), name: 'Sud', country: 'fr' } as ReceivedZone
  expect(rankFound('nord sud', [sud], []).map(({ match }) => match)).toEqual(['context'])
  const called = town('Middelburg', 600, ['middelburg', 'nord sud'])
  expect(rankFound('nord sud', [sud], [called]).map(nameOf)).toEqual(['Middelburg', 'Sud'])
})

test('among equally near names, the one with words separated as typed comes first', () => {
  const joined = { ...zone('j', 'city', []), name: 'Centreville', country: 'us' } as ReceivedZone
  const apart = { ...zone('a', 'microzone', []), name: 'Centre-Ville', country: 'fr' } as ReceivedZone
  expect(rankFound('Centre-Vile', [joined, apart], []).map(nameOf)).toEqual(['Centre-Ville', 'Centreville'])
  expect(rankFound('Centrevile', [apart, joined], []).map(nameOf)).toEqual(['Centreville', 'Centre-Ville'])
})

function nameOf(found: ReturnType<typeof rankFound>[number]): string {
  return found.kind === 'zone' ? found.zone.name : found.place.name
}

/** A zone with figures of the given level within others, the outermost first. */
function zone(geo_id: string, level: ReceivedZone['level'], around: ReceivedZone['ancestors']) {
  return { geo_id, name: 'Barcelona', level, country: 'es', ancestors: around, prices_available: true } as ReceivedZone
}

test('a city comes before the province that is named after it, and not before what only has the same name', () => {
  const province = zone('p', 'province', [])
  const city = zone('c', 'city', [{ geo_id: 'p', name: 'Barcelona', level: 'province' }])
  const district = zone('d', 'macrozone', [])
  expect(idsOf(rankFound('barcelona', [province, city], []))).toEqual(['c', 'p'])
  expect(idsOf(rankFound('barcelona', [district, province, city], []))).toEqual(['d', 'c', 'p'])
})

test('a city comes before the region that has another of its names', () => {
  const region = { ...zone('r', 'region', []), name: 'New York', country: 'us' } as ReceivedZone
  const within = [{ geo_id: 'r', name: 'New York', level: 'region' }] as const
  const city = { ...zone('c', 'city', [...within]), name: 'New York City', country: 'us' } as ReceivedZone
  const known = [town('New York City', 8_800_000, ['new york', 'new york city', 'nyc'])]
  for (const typed of ['new york', 'nyc']) {
    expect(idsOf(rankFound(typed, [region, city], known)), typed).toEqual(['c', 'r'])
  }
})

test('a region comes before its capital that is also called so', () => {
  const region = { ...zone('r', 'region', []), name: 'Île-de-France', country: 'fr' } as ReceivedZone
  const within = [{ geo_id: 'r', name: 'Île-de-France', level: 'region' }] as const
  const city = { ...zone('c', 'city', [...within]), name: 'Paris', country: 'fr' } as ReceivedZone
  const paris = { ...town('Paris', 2_100_000, ['paris', 'ile de france', 'パリ']), country: 'fr' }
  expect(idsOf(rankFound('ile de france', [city, region], [paris]))).toEqual(['r', 'c'])
  expect(idsOf(rankFound('パリ', [region, city], [paris]))).toEqual(['c', 'r'])
})

test('a zone that has all of the typed words comes before a place elsewhere that has one of them', () => {
  const quarter = {
    ...zone('q', 'microzone', []),
    name: 'L’Antiga Esquerra de l’Eixample',
    country: 'es',
  } as ReceivedZone
  const district = { ...town('Eixample', 266_477, ['eixample']), country: 'es', match: 'similar' } as const
  const namesFor = (typed: string) => rankFound(typed, [quarter], [district]).map(nameOf)
  expect(namesFor('antiga esquerra eixample')).toEqual([quarter.name, 'Eixample'])
  expect(namesFor('carrer provença eixample'), 'one word is no more than one').toEqual(['Eixample', quarter.name])
})

test('among similar names, one found whole among the words comes first, and a zone before its namesakes elsewhere', () => {
  const london = { ...zone('l', 'city', []), name: 'London', country: 'gb' } as ReceivedZone
  const similar = { ...zone('n', 'city', []), name: 'New London', country: 'us' } as ReceivedZone
  expect(idsOf(rankFound('SE1 London', [london, similar], []))).toEqual(['l', 'n'])
  const namesake = { ...town('London', 400_000, ['london', 'se london']), country: 'ca', match: 'similar' } as const
  expect(rankFound('SE1 London', [london], [namesake])[0]).toMatchObject({ kind: 'zone' })
})

test('a misspelt quarter comes before its city, and neither a short word nor a number is misspelt', () => {
  const berlin = { ...zone('b', 'city', []), name: 'Berlin', country: 'de' } as ReceivedZone
  const within = [{ geo_id: 'b', name: 'Berlin', level: 'city' as const }]
  const part = (name: string) => ({ ...berlin, geo_id: 'part', name, ancestors: within }) as ReceivedZone
  expect(idsOf(rankFound('kreutzberg berlin', [berlin, part('Kreuzberg')], []))).toEqual(['part', 'b'])
  expect(idsOf(rankFound('berlin brigde', [berlin, part('Uxbridge')], []))).toEqual(['b', 'part'])
  expect(idsOf(rankFound('quartier 7 berlin', [berlin, part('Quartier 8')], []))).toEqual(['b', 'part'])
  const namesake = { ...town('Kreutzberg', 10, ['kreutzberg']), match: 'similar' } as const
  expect(rankFound('kreutzberg berlin', [part('Kreuzberg')], [namesake])[0]).toMatchObject({ kind: 'zone' })
})

test('a city without figures stays behind its province that has them', () => {
  const province = zone('p', 'province', [])
  const city = {
    ...zone('c', 'city', [{ geo_id: 'p', name: 'Barcelona', level: 'province' }]),
    prices_available: false,
  }
  expect(idsOf(rankFound('barcelona', [province, city], []))).toEqual(['p', 'c'])
})

function idsOf(found: ReturnType<typeof rankFound>): string[] {
  return found.flatMap((each) => (each.kind === 'zone' ? [each.zone.geo_id] : []))
}

test('a village with the text as its name does not come before places with figures that begin with it', () => {
  const paris = { ...zone('p', 'city', []), name: 'Paris', country: 'fr', current_period: '2026-10-01' } as ReceivedZone
  const par = { ...town('Par', 1_400, ['par']), country: 'gb' }
  expect(rankFound('par', [paris], [par]).map(nameOf)).toEqual(['Paris', 'Par'])
  const gracia = { ...paris, geo_id: 'g', name: 'Gràcia', country: 'es' }
  const graz = { ...town('Graz', 290_000, ['graz', 'grac']), country: 'at' }
  expect(rankFound('grac', [gracia], [graz]).map(nameOf)).toEqual(['Gràcia', 'Graz'])
  const grazalema = { ...paris, geo_id: 'z', name: 'Grazalema', country: 'es' }
  expect(rankFound('graz', [grazalema], [graz]).map(nameOf)).toEqual(['Graz', 'Grazalema'])
  const unknown = { ...paris, current_period: null }
  expect(rankFound('par', [unknown], [par]).map(nameOf)).toEqual(['Par', 'Paris'])
})

function placeOf(found: ReturnType<typeof rankFound>[number]): string {
  return `${nameOf(found)} ${found.kind === 'zone' ? found.zone.country : found.place.country}`
}
