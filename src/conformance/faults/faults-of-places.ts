import { LEVELS } from '../../domain/place.ts'
import { eachZone, FAR, type Faults, ofPath, rowOf, without } from './faulty-service.ts'

const isNot = (id: string) => (row: Record<string, unknown>) => row.geo_id !== id

const eachMarket = (flags: object) =>
  ofPath('/coverage', ({ body }) => {
    for (const entry of body.countries) Object.assign(entry, flags)
  })

type Level = (typeof LEVELS)[number]

/** Whether a row is a zone one level below its parent, or a country. */
function isNextLevel({ level, ancestors: [above] = [] }: { level: Level; ancestors?: { level: Level }[] }): boolean {
  return !above || LEVELS.indexOf(level) === LEVELS.indexOf(above.level) + 1
}

/** Sections 1 to 4.7: places, their signals and cells. */
export const FAULTS_OF_PLACES: Faults = {
  'a count of listings in /geo': [
    '1 no /geo response contains a price, median, average or listing count',
    { answers: eachZone((zone) => Object.assign(zone, { listings: 3 })) },
  ],
  'a resolution of 3 taken for 4': [
    '1 resolutions outside 4 to 8 are refused, even by free endpoints',
    { asks: ({ searchParams }) => void (searchParams.get('res') === '3' && searchParams.set('res', '4')) },
  ],
  'ancestors from coarse to fine': [
    '2.3 ancestors run from fine to coarse and end at the country',
    { answers: eachZone((zone) => (zone.ancestors as unknown[]).reverse()) },
  ],
  'a parent that is not echoed on an empty page': [
    '2.5 the parent is echoed whatever the other parameters are',
    {
      answers: ({ path, body }) => void (path.startsWith('/geo?') && body.results?.length === 0 && delete body.parent),
    },
  ],
  'a current_period without listings': [
    '3 a place without listings has no current_period',
    { answers: eachZone((zone) => Object.assign(zone, { current_period: '2026-11-01' })) },
  ],
  'a page beyond 10,000 that is clamped': [
    '4.3 a page past the end is empty, and so is a page beyond 10,000',
    { asks: ({ searchParams }) => void (Number(searchParams.get('page')) > 10_000 && searchParams.set('page', '1')) },
  ],
  'a country that is only a hint': ['4.4 a valid but wrong country returns nothing', { asks: without('country') }],
  'a cursor that is ignored': [
    '4.6 a cursor that was not issued for the query is refused',
    { asks: without('cursor') },
  ],
  'pages of cells that repeat for ever': [
    '4.8 every row of a place is for one of its cells',
    {
      asks: without('cursor'),
      answers: ({ path, body }) => void (path.includes('/hexes') && Object.assign(body, { next_cursor: 'again' })),
    },
  ],
  'a roll-up that is not marked': [
    '4.6 cells at a coarser resolution are the parents of the stored ones, marked as roll-ups',
    { answers: ({ path, body }) => void (path.includes('/hexes') && delete body.territory?.rolled_up_from) },
  ],
  'a default limit of 60': [
    '4.3 limit defaults to 50 and is at most 100',
    { asks: ({ searchParams }) => void (!searchParams.has('limit') && searchParams.set('limit', '60')) },
  ],
  'another name before the searched one': [
    '4.4 a zone with exactly the searched name comes first',
    {
      answers: ({ path, status, body }) => {
        if (!path.startsWith('/geo/search') || status !== 200) return
        body.results.unshift({ ...body.results[0], name: 'Somewhere' })
      },
    },
  ],
  'a place with rows that is marked as empty': [
    '3 only zones with listings have rows, labelled with their current_period',
    {
      answers: eachZone((zone) => {
        if (zone.geo_id === 'z3') Object.assign(zone, { prices_available: false, current_period: null })
      }),
    },
  ],
  'rows of a country without listings': [
    '3 a country without listings has no rows',
    { answers: ofPath('/stats/current?geo_id=fr', ({ body }) => body.stats.push(rowOf(FAR))) },
  ],
  'a country without listings around places with listings': [
    '3 a place has listings when a place below it does',
    {
      answers: ({ body }) => {
        for (const row of body.results ?? []) if (row.kind === 'country') row.prices_available = false
      },
    },
  ],
  'points with rows that are marked as empty': [
    '3 the point of a cell with its own figures has prices_available',
    { answers: ofPath('/geo/lookup', ({ body }) => Object.assign(body, { prices_available: false })) },
  ],
  'zones with another resolution in points': [
    '2.3 a zone has the same row in every response of /geo, /geo/search and /geo/lookup',
    {
      answers: ofPath('/geo/lookup', ({ body }) => {
        for (const zone of body.zones) zone.h3_res = 6
      }),
    },
  ],
  'a blank note': [
    '2.6 freshness and coverage are notes in words',
    { answers: ofPath('/coverage', ({ body }) => Object.assign(body, { freshness: ' ' })) },
  ],
  'a country of /geo in which no name resolves': [
    '2.6 every country in /geo is searchable',
    { answers: eachMarket({ searchable: false }) },
  ],
  'fresh listings in a market without prices': [
    '2.6 a market with listings ingested within the window has prices_available, and no ingestion lies in the future',
    { answers: eachMarket({ prices_available: false }) },
  ],
  'listings ingested in the future': [
    '2.6 a market with listings ingested within the window has prices_available, and no ingestion lies in the future',
    { answers: eachMarket({ last_ad_parsed_at: '2999-01-01T00:00:00Z' }) },
  ],
  'figures at a resolution that is not listed': [
    '2.6 every resolution with figures is listed in h3_resolutions',
    { answers: eachMarket({ h3_resolutions: [4, 5, 6, 7] }) },
  ],
  'a zone that its parent does not list': [
    '4.3 every zone that a point lists can be reached from its country',
    { answers: ofPath('/geo?', ({ body }) => Object.assign(body, { results: body.results.filter(isNot('z3')) })) },
  ],
  'children that are lost when a level is skipped': [
    '4.3 when a level is skipped, the children are those of the next non-empty level',
    { answers: ofPath('/geo?', ({ body }) => Object.assign(body, { results: body.results.filter(isNextLevel) })) },
  ],
}
