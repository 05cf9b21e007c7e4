import { FAR, type Faults, ofHistory, ofStats, rowOf, without } from './faulty-service.ts'

const scaledRadius =
  (factor: number) =>
  ({ searchParams }: URL) => {
    const radius = searchParams.get('radius_km')
    if (radius !== null) searchParams.set('radius_km', String(factor * Number(radius)))
  }

/** Sections 1, 2.7, 3 and 4.8 to 4.10: figures and their descriptions. */
export const FAULTS_OF_FIGURES: Faults = {
  'an old period': [
    "1 a period's label is the first day of a month, at most 34 days old",
    { answers: ofStats(({ body }) => Object.assign(body, { as_of: '2026-09-01' })) },
  ],
  'rows in canonical spelling': [
    '2.7 each row has its own decimal cell of the resolution and positive figures',
    {
      answers: ofStats(({ body }) => {
        for (const row of body.stats) row.h3 = BigInt(row.h3).toString(16)
      }),
    },
  ],
  'rows without a name': [
    '2.7 every row is named after a place',
    {
      answers: ofStats(({ body }) => {
        for (const row of body.stats) row.name = null
      }),
    },
  ],
  'zeros for cells without figures': [
    '2.7 a cell without figures is absent, not zero',
    {
      answers: ofStats(({ body }) => body.stats.push({ ...body.stats[0], h3: '613498908425846783', median_price: 0 })),
    },
  ],
  'an empty response that is not counted': [
    '3 neither: an empty response with status 200, which is counted',
    {
      answers: ofStats(({ body, headers }) => {
        if (body.stats.length === 0) headers['x-quota-used'] = String(Number(headers['x-quota-used']) - 1)
      }),
    },
  ],
  'a newest point that differs from /stats/current': [
    '4.9 the newest point of /stats/history equals the result of /stats/current',
    {
      answers: ofHistory(({ body }) => {
        for (const row of body.history.at(-1).stats) row.median_price *= 1.01
      }),
    },
  ],
  'history that is spent from group current': [
    '4.9 /stats/history spends from group history only',
    { answers: ofHistory(({ headers }) => Object.assign(headers, { 'x-quota-group': 'current' })) },
  ],
  'points before the earliest period': [
    '2.7 earliest_period is a label, and no point is older',
    { answers: ofHistory(({ body }) => Object.assign(body.history[0], { as_of: '2020-01-01' })) },
  ],
  'a filter that is not stated as applied': [
    '4.10 /stats/current accepts the filters of /meta/filters and states them as applied',
    { answers: ofStats(({ body }) => Object.assign(body.filters, { property_type: null })) },
  ],
  'a bare price filter that is ignored': [
    '4.8 min_price and max_price are refused, not ignored',
    { asks: without('min_price') },
  ],
  'an ad_sub_type that is ignored': [
    '4.8 another ad_sub_type selects other listings, and is stated as applied',
    { asks: without('ad_sub_type') },
  ],
  'a second selector that is ignored': [
    '4.8 two selectors together are refused',
    { asks: ({ searchParams }) => void (searchParams.has('h3') && searchParams.delete('geo_id')) },
  ],
  'a negative trim quantile': [
    '2.7 the trim quantile is at least 0 and below 100, and each floor is a whole number of listings',
    { answers: ofStats(({ body }) => Object.assign(body.snapshot, { outlier_trim_pct: -0.01 })) },
  ],
  'a floor of half a listing': [
    '2.7 the trim quantile is at least 0 and below 100, and each floor is a whole number of listings',
    { answers: ofStats(({ body }) => Object.assign(body.snapshot.min_listings_by_res, { 6: 4.5 })) },
  ],
  'a window of one month called three': [
    '2.7 a window is as long as window_months states',
    { answers: ofStats(({ body }) => Object.assign(body, { window_start: '2026-10-01' })) },
  ],
  'a window that has not ended': [
    '1 a period is complete: its window has ended',
    { answers: ofStats(({ body }) => Object.assign(body, { window_end: '2026-11-30' })) },
  ],
  'a month from the fifteenth': [
    '1 at resolutions 4 to 6 the window is a calendar month',
    { answers: ofStats(({ body }) => Object.assign(body, { window_start: '2026-09-15', window_end: '2026-10-14' })) },
  ],
  'a rate of next month': [
    '2.7 fx_date does not lie in the future',
    { answers: ofStats(({ body }) => Object.assign(body, { fx_date: '2026-12-01' })) },
  ],
  'another trim for circles': [
    '2.7 all responses for one period and resolution state the same window and snapshot',
    {
      answers: ofStats(({ body }) => {
        if (body.territory.selector === 'circle') body.snapshot.outlier_trim_pct = 0.02
      }),
    },
  ],
  'a roll-up of the finest cells': [
    '2.7 no response at resolution 8, the finest, is marked as a roll-up',
    { answers: ofStats(({ body }) => Object.assign(body.territory, { rolled_up_from: 8, rollup_note: 'Parents.' })) },
  ],
  'rows outside the place': [
    '4.8 every row of a place is for one of its cells',
    { answers: ofStats(({ body }) => body.stats.push(rowOf(FAR))) },
  ],
  'rows that were not requested': [
    '4.8 a list of cells returns rows for these cells only, identical to the rows of their place',
    {
      answers: ofStats(({ body }) => {
        if (body.territory.selector === 'h3') body.stats.push(rowOf(FAR))
      }),
    },
  ],
  'a cell with another price in a list than in its place': [
    '4.8 a list of cells returns rows for these cells only, identical to the rows of their place',
    {
      answers: ofStats(({ body }) => {
        if (body.territory.selector === 'h3') for (const row of body.stats) row.median_price += 1
      }),
    },
  ],
  'a radius in miles': [
    '4.8 radius_km is in kilometres: no row lies beyond it, and none within it is missing',
    { asks: scaledRadius(1.609) },
  ],
  'a radius in metres': [
    '4.8 radius_km is in kilometres: no row lies beyond it, and none within it is missing',
    { asks: scaledRadius(0.001) },
  ],
  'a minimum price that is ignored': [
    '4.8 min_price_usd leaves out cheaper listings',
    { asks: without('min_price_usd') },
  ],
}
