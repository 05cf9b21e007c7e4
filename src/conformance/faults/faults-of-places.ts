import { LEVELS } from '../../domain/place.ts'
import { eachZone, FAR, type Faults, ofPath, rowOf, without } from './faulty-service.ts'

const isNot = (id: string) => (row: Record<string, unknown>) => row.geo_id !== id

const eachMarket = (flags: object) =>
  ofPath('/coverage', ({ body }) => {
    for (const entry of body.countries) Object.assign(entry, flags)
  })

type Level = (typeof LEVELS)[number]

/** Whether a row is a zone right beneath what it hangs off, or a country. */
function isNextLevel({ level, ancestors: [above] = [] }: { level: Level; ancestors?: { level: Level }[] }): boolean {
  return !above || LEVELS.indexOf(level) === LEVELS.indexOf(above.level) + 1
}

/** Of sections 1 to 4.7: places, their signals and cells. */
export const FAULTS_OF_PLACES: Faults = {
  'a count of listings in /geo': [
    '1 no /geo answer holds a price, median, average or listing count',
    { answers: eachZone((zone) => Object.assign(zone, { listings: 3 })) },
  ],
  'a resolution of 3 taken for 4': [
    '1 resolutions outside 4 to 8 are refused, free endpoints included',
    { asks: ({ searchParams }) => void (searchParams.get('res') === '3' && searchParams.set('res', '4')) },
  ],
  'ancestors from coarse to fine': [
    '2.3 ancestors run from fine to coarse and end at the country',
    { answers: eachZone((zone) => (zone.ancestors as unknown[]).reverse()) },
  ],
  'a parent that is not echoed on an empty page': [
    '2.5 the parent is echoed whatever else is asked',
    {
      answers: ({ path, body }) => void (path.startsWith('/geo?') && body.results?.length === 0 && delete body.parent),
    },
  ],
  'a current_period without listings': [
    '3 a place without listings has no current_period',
    { answers: eachZone((zone) => Object.assign(zone, { current_period: '2026-11-01' })) },
  ],
  'a page beyond 10,000 that is brought into range': [
    '4.3 a page past the end is empty, and so is one beyond 10,000',
    { asks: ({ searchParams }) => void (Number(searchParams.get('page')) > 10_000 && searchParams.set('page', '1')) },
  ],
  'a country that is only a hint': ['4.4 a valid but wrong country gives nothing', { asks: without('country') }],
  'a cursor that is not looked at': [
    '4.6 a cursor that was not issued for the query is refused',
    { asks: without('cursor') },
  ],
  'pages of cells that repeat for ever': [
    '4.8 a place is answered with cells that its hexes list',
    {
      asks: without('cursor'),
      answers: ({ path, body }) => void (path.includes('/hexes') && Object.assign(body, { next_cursor: 'again' })),
    },
  ],
  'a roll-up that is not told of': [
    '4.6 cells at a coarser resolution are roll-ups, and the answer says so',
    { answers: ({ path, body }) => void (path.includes('/hexes') && delete body.territory?.rolled_up_from) },
  ],
  'a limit of 60 by itself': [
    '4.3 limit is 50 unless told, and at most 100',
    { asks: ({ searchParams }) => void (!searchParams.has('limit') && searchParams.set('limit', '60')) },
  ],
  'another name found before the one asked for': [
    '4.4 of the zones found, one of the very name comes first',
    {
      answers: ({ path, status, body }) => {
        if (!path.startsWith('/geo/search') || status !== 200) return
        body.results.unshift({ ...body.results[0], name: 'Somewhere' })
      },
    },
  ],
  'a place that is said to hold nothing': [
    '3 rows are answered only for zones that hold listings, and under their current_period',
    {
      answers: eachZone((zone) => {
        if (zone.geo_id === 'z3') Object.assign(zone, { prices_available: false, current_period: null })
      }),
    },
  ],
  'rows of a country without listings': [
    '3 a country without listings is answered without rows',
    { answers: ofPath('/stats/current?geo_id=fr', ({ body }) => body.stats.push(rowOf(FAR))) },
  ],
  'a country without listings around places that hold some': [
    '3 a place holds listings where one beneath it does',
    {
      answers: ({ body }) => {
        for (const row of body.results ?? []) if (row.kind === 'country') row.prices_available = false
      },
    },
  ],
  'points that are said to hold nothing': [
    '3 a cell with figures of its own holds listings, as its point says',
    { answers: ofPath('/geo/lookup', ({ body }) => Object.assign(body, { prices_available: false })) },
  ],
  'zones that are stored otherwise by their points': [
    '2.3 a zone is the same row in every answer met, of /geo, /geo/search and /geo/lookup',
    {
      answers: ofPath('/geo/lookup', ({ body }) => {
        for (const zone of body.zones) zone.h3_res = 6
      }),
    },
  ],
  'a note that is left blank': [
    '2.6 freshness and coverage are notes to read',
    { answers: ofPath('/coverage', ({ body }) => Object.assign(body, { freshness: ' ' })) },
  ],
  'a country of /geo in which no name resolves': [
    '2.6 every country of /geo is searchable',
    { answers: eachMarket({ searchable: false }) },
  ],
  'fresh listings in a market without prices': [
    '2.6 a market that ingested listings within the window has prices_available, and none lies ahead',
    { answers: eachMarket({ prices_available: false }) },
  ],
  'listings that are still to be ingested': [
    '2.6 a market that ingested listings within the window has prices_available, and none lies ahead',
    { answers: eachMarket({ last_ad_parsed_at: '2999-01-01T00:00:00Z' }) },
  ],
  'figures at a resolution that is not held': [
    '2.6 a resolution with figures is among those held',
    { answers: eachMarket({ h3_resolutions: [4, 5, 6, 7] }) },
  ],
  'a zone that its parent does not list': [
    '4.3 walking down from the country, each zone that a point lists is met',
    { answers: ofPath('/geo?', ({ body }) => Object.assign(body, { results: body.results.filter(isNot('z3')) })) },
  ],
  'children that are lost where a level is skipped': [
    '4.3 where a level is skipped, the children are those of the next level that is not empty',
    { answers: ofPath('/geo?', ({ body }) => Object.assign(body, { results: body.results.filter(isNextLevel) })) },
  ],
}
