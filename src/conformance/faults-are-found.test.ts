import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PATH_PREFIX } from '../contract/limits.ts'
import { PLANS } from '../service/core/plans.ts'
import { FIXTURE_NOW, type ServiceFixture, startServiceFixture } from '../testing/service-fixture.ts'
import { checkName, runCheck } from './check.ts'
import { openSubject } from './subject.ts'
import { CHECKS } from './suite.ts'

interface Passing {
  readonly path: string
  status: number
  readonly headers: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: bodies are bent out of every shape here.
  body: any
}

/** What a faulty service does otherwise: to the address that it is asked, or to what it answers. */
interface Fault {
  readonly asks?: (url: URL) => void
  readonly answers?: (passing: Passing) => void
}

const without = (name: string) => (url: URL) => url.searchParams.delete(name)
const eachZone =
  (change: (zone: Record<string, unknown>) => void) =>
  ({ body }: Passing) => {
    for (const row of body.results ?? []) if (row.kind === 'zone') change(row)
  }
const ofStats = (change: (passing: Passing) => void) => (passing: Passing) => {
  if (passing.path.startsWith('/stats/current') && passing.status === 200) change(passing)
}

const ofHistory = (change: (passing: Passing) => void) => (passing: Passing) => {
  if (passing.path.startsWith('/stats/history') && passing.status === 200) change(passing)
}

const FAULTS: Record<string, [check: string, fault: Fault]> = {
  'X-Quota-Used on a free endpoint': [
    '8 every answer met carries the quota and rate headers, and only those that are due',
    { answers: ({ path, headers }) => void (path === '/geo' && Object.assign(headers, { 'x-quota-used': '0' })) },
  ],
  'free requests that are counted': [
    '1 free endpoints do not draw down the allowance',
    { answers: ofStats(({ headers }) => Object.assign(headers, { 'x-quota-used': String(Date.now()) })) },
  ],
  'a count of listings in /geo': [
    '1 no /geo answer holds a price, median, average or listing count',
    { answers: eachZone((zone) => Object.assign(zone, { listings: 3 })) },
  ],
  'a resolution of 3 taken for 4': [
    '1 resolutions outside 4 to 8 are refused, free endpoints included',
    { asks: ({ searchParams }) => void (searchParams.get('res') === '3' && searchParams.set('res', '4')) },
  ],
  'an old period': [
    "1 a period's label is the first day of a month, at most 34 days old",
    { answers: ofStats(({ body }) => Object.assign(body, { as_of: '2026-09-01' })) },
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
  'rows in canonical spelling': [
    '2.7 rows are decimal cells of the resolution, each once, with positive figures',
    {
      answers: ofStats(({ body }) => {
        for (const row of body.stats) row.h3 = BigInt(row.h3).toString(16)
      }),
    },
  ],
  'rows without a name': [
    '2.7 every row is called after a place',
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
  'an empty answer that is not counted': [
    '3 neither: an empty answer of status 200, which is counted',
    {
      answers: ofStats(({ body, headers }) => {
        if (body.stats.length === 0) headers['x-quota-used'] = String(Number(headers['x-quota-used']) - 1)
      }),
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
  'a roll-up that is not told of': [
    '4.6 cells at a coarser resolution are roll-ups, and the answer says so',
    { answers: ({ path, body }) => void (path.includes('/hexes') && delete body.territory?.rolled_up_from) },
  ],
  'a limit of 60 by itself': [
    '4.3 limit is 50 unless told, and at most 100',
    { asks: ({ searchParams }) => void (!searchParams.has('limit') && searchParams.set('limit', '60')) },
  ],
  'another newest point than /stats/current': [
    '4.9 the newest point of /stats/history is what /stats/current answers',
    {
      answers: ofHistory(({ body }) => {
        for (const row of body.history.at(-1).stats) row.median_price *= 1.01
      }),
    },
  ],
  'history that is spent from group current': [
    '4.9 /stats/history spends from group history, and from no other',
    { answers: ofHistory(({ headers }) => Object.assign(headers, { 'x-quota-group': 'current' })) },
  ],
  'points before the earliest period': [
    '2.7 earliest_period says how far back the table goes',
    { answers: ofHistory(({ body }) => Object.assign(body.history[0], { as_of: '2020-01-01' })) },
  ],
  'a filter that is not stated as applied': [
    '4.10 what /meta/filters describes is taken by /stats/current, and stated as applied',
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
  'another name found before the one asked for': [
    '4.4 of the zones found, one of the very name comes first',
    {
      answers: ({ path, status, body }) => {
        if (!path.startsWith('/geo/search') || status !== 200) return
        body.results.unshift({ ...body.results[0], name: 'Somewhere' })
      },
    },
  ],
  'a cycle that has ended': [
    '8 X-Quota-Reset, where the cycle is anchored, is still to come, and the same for every group',
    { answers: ({ headers }) => void Object.assign(headers, { 'x-quota-reset': '2020-01-01T00:00:00Z' }) },
  ],
  'a second selector that is ignored': [
    '4.8 two selectors together are refused',
    { asks: ({ searchParams }) => void (searchParams.has('h3') && searchParams.delete('geo_id')) },
  ],
  'another status for a missing credential': [
    '5 without a credential everything but /ping and /openapi.yaml is refused',
    { answers: (passing) => void (passing.status === 401 && Object.assign(passing, { status: 403 })) },
  ],
  'an envelope without docs_url': [
    '7 every failure met is the envelope, with its code, its status and nothing of the credential',
    { answers: ({ body }) => delete body.docs_url },
  ],
  'a row that is not as declared': [
    '4.2 every answer met is as /openapi.yaml declares it',
    { answers: ({ path, body }) => void (path === '/coverage' && Object.assign(body, { window_days: 'a year' })) },
  ],
}

const PLANS_OF_TESTS = {
  ...PLANS,
  vast: { ...PLANS.standard, rate_per_min: { current: 1_000_000, history: 1_000_000, metadata: 1_000_000 } },
}

let service: ServiceFixture
let token: string
beforeAll(async () => {
  service = await startServiceFixture({ plans: PLANS_OF_TESTS })
  token = service.newToken({ account: 'vast', plan: 'vast' })
})
afterAll(() => service?.close())

/** The fixture's service with a fault. */
async function serveWith(fault: Fault): Promise<{ base: string; server: Server }> {
  const server = createServer(async (incoming, outgoing) => {
    const url = new URL(incoming.url ?? '', service.url)
    fault.asks?.(url)
    const { authorization } = incoming.headers
    const response = await fetch(url, {
      method: incoming.method ?? 'GET',
      headers: authorization ? { authorization } : {},
    })
    const path = (incoming.url ?? '').slice(PATH_PREFIX.length)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    const body = isJson ? JSON.parse(text) : text
    const {
      'transfer-encoding': _,
      'content-length': __,
      connection: ___,
      ...headers
    } = Object.fromEntries(response.headers)
    const passing = { path, status: response.status, headers, body }
    if (isJson) fault.answers?.(passing)
    outgoing.writeHead(passing.status, passing.headers).end(isJson ? JSON.stringify(passing.body) : text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH_PREFIX}`, server }
}

async function outcomesWith(fault: Fault, names: readonly string[]) {
  const { base, server } = await serveWith(fault)
  try {
    const subject = openSubject({ base, token, now: FIXTURE_NOW() })
    // Answers of every kind, for the checks that look at all of them.
    for (const path of ['/geo', '/geo?parent=es', '/coverage', '/nowhere']) await subject.client.ask(path)
    const outcomes: Record<string, string> = {}
    for (const check of CHECKS) {
      if (names.includes(checkName(check))) outcomes[checkName(check)] = (await runCheck(check, subject)).kind
    }
    return outcomes
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

describe('the suite', () => {
  it.each(Object.entries(FAULTS))('finds %s', async (_, [check, fault]) => {
    expect(await outcomesWith(fault, [check])).toEqual({ [check]: 'failed' })
  })

  it('finds nothing where nothing is wrong, further keys included', async () => {
    const names = [...new Set(Object.values(FAULTS).map(([check]) => check))]
    const outcomes = await outcomesWith({ answers: ({ body }) => Object.assign(body, { unheard_of: true }) }, names)
    expect(outcomes).toEqual(Object.fromEntries(names.map((name) => [name, 'passed'])))
  })
})
