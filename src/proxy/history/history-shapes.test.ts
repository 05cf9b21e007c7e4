import { afterAll, beforeAll, expect, it } from 'vitest'
import { historyAnswer } from '../../contract/history.ts'
import { type HistoryPoint, historyResponse } from '../../contract/service/stats/stats.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../../testing/proxy-under-test.ts'
import { FIXTURE_NOW, type ServiceFixture, startServiceFixture } from '../../testing/service-fixture.ts'
import { startVariantService, type VariantService } from '../../testing/variant-service.ts'

/** Histories in shapes that the interface leaves open: each period is shown with its own figures, or none is. */
const LABELS = ['2026-08-01', '2026-09-01', '2026-10-01', '2026-11-01']
const [AUGUST = '', SEPTEMBER = '', OCTOBER = '', NOVEMBER = ''] = LABELS
const PLACE = {
  as_of: NOVEMBER,
  lens: 'default',
  metric: 'median_price_per_sqm',
  resolution: 6,
  area: { geo_id: 'z2' },
}

let service: ServiceFixture
let variant: VariantService
let proxy: ProxyUnderTest
let shared: Record<string, unknown>
let points: HistoryPoint[]

beforeAll(async () => {
  service = await startServiceFixture({ periods: 'all' })
  const { history, ...rest } = historyResponse.parse(
    await (await service.get('/stats/history?geo_id=z2&res=6&currency=USD')).json(),
  )
  ;[shared, points] = [rest, history]
  variant = await startVariantService(service, () => null)
}, 60_000)
afterAll(async () => {
  await variant?.close()
  await service?.close()
})

type Bare = Omit<HistoryPoint, 'as_of' | 'period' | 'snapshot'>
const bare = ({ as_of: _, period: __, snapshot: ___, ...rest }: HistoryPoint): Bare => rest
const labelled = (label: (as_of: string) => object) =>
  points.map((point) => ({ ...label(point.as_of), ...bare(point) }))
const within = (history: unknown) => ({ ...shared, history })
const byLabel = (key: (as_of: string) => string, value: (point: HistoryPoint) => unknown) =>
  Object.fromEntries(points.map((point) => [key(point.as_of), value(point)]))
const month = (as_of: string) => as_of.slice(0, 7)
const eve = (as_of: string) => new Date(Date.parse(as_of) - 1).toISOString().slice(0, 10)
const table = (label: (as_of: string) => object) =>
  points.flatMap(({ as_of, stats }) => stats.map((row) => ({ ...row, ...label(as_of) })))
const one = (as_of: string) => points.filter((point) => point.as_of === as_of)
const cells = () => [...new Set(points.flatMap(({ stats }) => stats.map(({ h3 }) => h3)))]
const seriesOf = (h3: string) =>
  points.flatMap(({ as_of, stats }) => stats.filter((row) => row.h3 === h3).map((row) => ({ ...row, as_of })))
const withoutCell = ({ h3: _, ...rest }: { h3: string }) => rest
const rowsNow = () => points.at(-1)?.stats ?? []

const ALL = LABELS
/** August has no rows there. */
const OF_TABLE = [SEPTEMBER, OCTOBER, NOVEMBER]
const NONE: string[] = []
type Shape = [name: string, body: () => unknown, shown: readonly string[]]
const SHAPES: Shape[] = [
  ['oldest first', () => within(points), ALL],
  ['newest first', () => within([...points].reverse()), ALL],
  ['in no order', () => within([points[2], points[0], points[3], points[1]]), ALL],
  ['a bare list', () => points.map((point) => ({ ...shared, ...point })), ALL],
  ['in an envelope', () => ({ data: within(points) }), ALL],
  ['in an envelope that is the list', () => ({ ...shared, data: points }), ALL],
  ['a map by label', () => within(byLabel((as_of) => as_of, bare)), ALL],
  ['a map by month', () => within(byLabel(month, bare)), ALL],
  [
    'a map by label of rows',
    () =>
      within(
        byLabel(
          (as_of) => as_of,
          ({ stats }) => stats,
        ),
      ),
    ALL,
  ],
  [
    'a map by label, newest first',
    () => within(Object.fromEntries(Object.entries(byLabel((as_of) => as_of, bare)).reverse())),
    ALL,
  ],
  ['a map by year and month', () => within({ 2026: byLabel((as_of) => as_of.slice(5, 7), bare) }), NONE],
  ['a map by place in the list', () => within(Object.fromEntries(points.map((point, at) => [at, point]))), ALL],
  ['labelled by period', () => within(labelled((period) => ({ period }))), ALL],
  ['labelled by the month of period', () => within(labelled((as_of) => ({ period: month(as_of) }))), ALL],
  ['labelled by an object', () => within(labelled((as_of) => ({ period: { as_of } }))), NONE],
  ['labelled by another field', () => within(labelled((date) => ({ date }))), NONE],
  ['without labels', () => within(labelled(() => ({}))), NONE],
  ['labelled by snapshot alone', () => within(labelled((as_of) => ({ snapshot: { as_of } }))), ALL],
  [
    'with the newest label as as_of beside the month as period',
    () => within(labelled((period) => ({ as_of: NOVEMBER, period }))),
    NONE,
  ],
  [
    'with the snapshot of the newest in each',
    () => within(points.map((point) => ({ ...point, snapshot: { as_of: NOVEMBER } }))),
    ALL,
  ],
  [
    'with period as the last month of the window',
    () => within(labelled((as_of) => ({ as_of, period: month(eve(as_of)) }))),
    ALL,
  ],
  ['with midnight and a zone', () => within(labelled((as_of) => ({ as_of: `${as_of}T00:00:00+02:00` }))), ALL],
  [
    'with midnight elsewhere as an instant',
    () => within(labelled((as_of) => ({ as_of: `${eve(as_of)}T22:00:00Z` }))),
    ALL,
  ],
  [
    'with the last day of the window, and a label in snapshot',
    () => within(labelled((as_of) => ({ as_of: eve(as_of), snapshot: { as_of } }))),
    ALL,
  ],
  ['with the last day of the window alone', () => within(labelled((as_of) => ({ as_of: eve(as_of) }))), NONE],
  [
    'with a day in the middle of the month',
    () => within(labelled((as_of) => ({ as_of: as_of.replace(/01$/, '15') }))),
    NONE,
  ],
  ['with words for months', () => within(labelled((as_of) => ({ as_of: new Date(as_of).toDateString() }))), NONE],
  ['with seconds since 1970', () => within(labelled((as_of) => ({ as_of: Date.parse(as_of) / 1_000 }))), NONE],
  [
    'with dates with the day first',
    () => within(labelled((as_of) => ({ as_of: as_of.split('-').reverse().join('/') }))),
    NONE,
  ],
  [
    'with quarters',
    () => within(labelled((as_of) => ({ as_of: `2026-Q${Math.ceil(Number(as_of.slice(5, 7)) / 3)}` }))),
    NONE,
  ],
  [
    'without one of the months',
    () => within(points.filter(({ as_of }) => as_of !== SEPTEMBER)),
    [AUGUST, OCTOBER, NOVEMBER],
  ],
  ['without the newest', () => within(points.slice(0, -1)), [AUGUST, SEPTEMBER, OCTOBER]],
  ['with one month twice', () => within([...points, ...one(OCTOBER)]), ALL],
  [
    'with one month twice, with other figures',
    () => within([...points, { ...points[1], as_of: OCTOBER, snapshot: { as_of: OCTOBER } }]),
    NONE,
  ],
  [
    'with next month',
    () => within([...points, { ...points[1], as_of: '2026-12-01', snapshot: { as_of: '2026-12-01' } }]),
    NONE,
  ],
  [
    'with months to come',
    () => within([...points, { ...points[1], as_of: '2027-03-01', snapshot: { as_of: '2027-03-01' } }]),
    NONE,
  ],
  [
    'with a month that does not exist',
    () => within([...points, { ...points[1], as_of: '2026-13-01', snapshot: {} }]),
    NONE,
  ],
  ['a table of rows with as_of', () => ({ ...shared, stats: table((as_of) => ({ as_of })) }), OF_TABLE],
  [
    'a table of rows with the month of period',
    () => ({ ...shared, stats: table((as_of) => ({ period: month(as_of) })) }),
    OF_TABLE,
  ],
  [
    'a table of rows, some without a label',
    () => ({ ...shared, stats: [...table((as_of) => ({ as_of })), ...rowsNow()] }),
    NONE,
  ],
  [
    'a table of rows beside the newest label',
    () => ({ ...shared, as_of: NOVEMBER, stats: table((as_of) => ({ as_of })) }),
    OF_TABLE,
  ],
  [
    'a table of rows with another label beside the newest',
    () => ({ ...shared, as_of: NOVEMBER, stats: table((date) => ({ date })) }),
    NONE,
  ],
  [
    'nested in each cell',
    () => ({
      ...shared,
      as_of: NOVEMBER,
      stats: cells().map((h3) => ({ h3, estimated: false, history: seriesOf(h3).map(withoutCell) })),
    }),
    NONE,
  ],
  [
    'nested in each cell beside its newest figures',
    () => ({
      ...shared,
      as_of: NOVEMBER,
      stats: rowsNow().map((row) => ({ ...row, history: seriesOf(row.h3).map(withoutCell) })),
    }),
    [NOVEMBER],
  ],
  ['a map by cell', () => within(Object.fromEntries(cells().map((h3) => [h3, seriesOf(h3)]))), NONE],
  [
    'lists side by side',
    () => ({
      ...shared,
      as_of: NOVEMBER,
      periods: LABELS,
      stats: cells().map((h3) => ({
        h3,
        estimated: false,
        median_price_per_sqm: seriesOf(h3).map((row) => row.median_price_per_sqm),
      })),
    }),
    NONE,
  ],
  ['beside a list of its labels', () => ({ periods: LABELS, ...within(points) }), ALL],
  ['beside the newest figures', () => ({ ...points.at(-1), ...within(points) }), ALL],
  [
    'the newest apart',
    () => ({ current: points.at(-1), ...within(points.slice(0, -1)) }),
    [AUGUST, SEPTEMBER, OCTOBER],
  ],
  [
    'one month that its key contradicts',
    () => within({ [SEPTEMBER]: { ...bare(points[1] as HistoryPoint), as_of: NOVEMBER } }),
    NONE,
  ],
  [
    'one month that its period contradicts',
    () => within([{ ...bare(points[1] as HistoryPoint), as_of: NOVEMBER, period: SEPTEMBER }]),
    NONE,
  ],
  [
    'one month of which only the table has a label',
    () => ({ ...shared, as_of: NOVEMBER, snapshot: { as_of: NOVEMBER }, history: [bare(points[1] as HistoryPoint)] }),
    NONE,
  ],
  [
    'rows whose labels contradict that of their point',
    () =>
      within([
        { ...points[3], stats: one(SEPTEMBER).flatMap(({ stats, as_of }) => stats.map((row) => ({ ...row, as_of }))) },
      ]),
    NONE,
  ],
  ['null', () => null, NONE],
  ['an empty list', () => within([]), NONE],
]

it.each(SHAPES)('a history is shown in its own months, or not at all: %s', async (_, body, shown) => {
  variant.variant = (path) => (path === '/stats/history' ? { body: body() } : null)
  proxy = await startProxyUnderTest(variant, { now: FIXTURE_NOW, clock: FIXTURE_NOW })
  const { text } = await proxy.postTo('/api/history', PLACE)
  const { periods } = historyAnswer.parse(JSON.parse(text))
  await proxy.close()
  expect(periods.map(({ edition }) => edition.as_of)).toEqual(shown)
  for (const { edition, observed, estimated } of periods) {
    const told = one(edition.as_of).flatMap(({ stats }) => stats.flatMap((row) => row.median_price_per_sqm ?? []))
    expect([...observed, ...estimated].sort((a, b) => a - b)).toEqual(told.sort((a, b) => a - b))
  }
})

it('months are asked for as 2026-11 where labels are refused, and at once the next time', async () => {
  const isMonth = (params: URLSearchParams) => ['from', 'to'].every((name) => params.get(name)?.length === 7)
  const refusal = { error: 'invalid_parameter', parameter: 'to', message: '', docs_url: '' }
  variant.variant = (path, params) => {
    if (path !== '/stats/history') return null
    return isMonth(params) ? { body: within(points) } : { status: 400, body: refusal }
  }
  proxy = await startProxyUnderTest(variant, { now: FIXTURE_NOW, clock: FIXTURE_NOW })
  const before = variant.asked.length
  const { text } = await proxy.postTo('/api/history', PLACE)
  expect(historyAnswer.parse(JSON.parse(text)).periods.map(({ edition }) => edition.as_of)).toEqual(LABELS)
  await proxy.restart()
  await proxy.postTo('/api/history', { ...PLACE, resolution: 7 })
  await proxy.close()
  const told = variant.asked.slice(before).map((target) => isMonth(new URLSearchParams(target.split('?')[1])))
  expect(told).toEqual([false, true, true])
})
