import { type AreaSelector, areaAnswer } from '../../contract/area.ts'
import { meter, periodResponse } from '../../contract/proxy-api.ts'
import type { Resolution } from '../../domain/cell.ts'
import { type ProxyUnderTest, readPurchaseEvents } from '../proxy-under-test.ts'
import type { StrangeService } from '../strange-service/start-strange-service.ts'
import { countWrongInArea, countWrongInTile } from '../strange-visits/wrong-figures.ts'
import { PARENT, PLACE } from './fault-market.ts'

export interface Subject {
  readonly service: StrangeService
  readonly proxy: ProxyUnderTest
}

/** What a browser got. */
export interface Seen {
  readonly status: number
  readonly type: string
  /** Null without a refusal. */
  readonly code: string | null
  /** True for the true figures, or the service's own words. */
  readonly isRight: boolean
  readonly text: string
}

/** A request of a browser, and a path of the service that its answer may depend on. */
export interface RequestCase {
  readonly name: string
  readonly path: string
  /** Metered calls that it makes without any fault. */
  readonly calls: number
  /** What a browser has done before. */
  readonly before?: (subject: Subject) => Promise<unknown>
  readonly ask: (subject: Subject) => Promise<Seen>
  /** True where the proxy asks the service again only some seconds after a refusal. */
  readonly keepsRefusal?: true
}

const AS_OF = '2026-11-01'
const CURRENCY = 'EUR'
const CIRCLE = { lat: 41.39, lng: 2.17, radius_km: 1 }

type Answer = { response: Response; text: string }

function seen({ response, text }: Answer, isRight: () => boolean, codeOf: () => string | null = () => null): Seen {
  const { status } = response
  const type = response.headers.get('Content-Type') ?? ''
  if (status !== 200) return { status, type, code: codeIn(text), isRight: false, text }
  return { status, type, code: codeOf(), isRight: isRight(), text }
}

function codeIn(text: string): string {
  const { error } = JSON.parse(text)
  return String(error)
}

function purchase(resolution: Resolution): RequestCase['ask'] {
  return async ({ service, proxy }) => {
    const parent = PARENT[resolution]
    const answer = await proxy.post({ as_of: AS_OF, lens: 'default', resolution, parents: [parent] })
    const tiles = () => readPurchaseEvents(answer.text).all('tile')
    const isTrue = () =>
      tiles().every(({ bytes }) => countWrongInTile(Buffer.from(bytes, 'base64'), service.truth()) === 0)
    const code = () => readPurchaseEvents(answer.text).all('refused')[0]?.refusal.code ?? null
    return seen(answer, () => tiles().length === 1 && isTrue(), code)
  }
}

function area(selector: AreaSelector): RequestCase['ask'] {
  return async ({ service, proxy }) => {
    const body = { as_of: AS_OF, lens: 'default', resolution: 8, area: selector }
    const answer = await proxy.postTo('/api/areas', body)
    const read = () => areaAnswer.parse(JSON.parse(answer.text))
    const isTrue = () => countWrongInArea(read(), service.truth()) === 0 && read().cells_complete
    return seen(
      answer,
      () => read().refusal === null && isTrue(),
      () => read().refusal?.code ?? null,
    )
  }
}

const rate: RequestCase['ask'] = async ({ proxy }) => {
  const body = { as_of: AS_OF, currency: CURRENCY, lens: 'default', resolution: 8, parent: PARENT[8] }
  const answer = await proxy.postTo('/api/rates', body)
  return seen(answer, () => Math.abs(JSON.parse(answer.text).units_per_usd / 0.9213 - 1) < 1e-6)
}

const period: RequestCase['ask'] = async ({ proxy }) => {
  const answer = await proxy.get('/api/period')
  return seen(answer, () => periodResponse.parse(JSON.parse(answer.text)).as_of === AS_OF)
}

const allowance: RequestCase['ask'] = async ({ service, proxy }) => {
  const answer = await proxy.get('/api/meter')
  return seen(answer, () => meter.parse(JSON.parse(answer.text)).used === service.used)
}

/** A free request that is passed on. */
function passed(path: string, query = ''): RequestCase {
  const ask: RequestCase['ask'] = async ({ service, proxy }) => {
    const answer = await proxy.get(`/public/v1${path}${query}`)
    return seen(answer, () => answer.text === service.freeText(path, query))
  }
  return { name: `GET ${path}`, path, calls: 0, ask }
}

const buyTile = purchase(8)

/** Every path of the service, under each request of a browser that leads to it. */
export const REQUEST_CASES: readonly RequestCase[] = [
  { name: 'a tile', path: '/stats/current', calls: 1, ask: buyTile },
  { name: 'a circle', path: '/stats/current', calls: 1, ask: area(CIRCLE) },
  { name: 'a rate', path: '/stats/current', calls: 1, before: buyTile, ask: rate },
  { name: 'a tile', path: '/geo/lookup', calls: 1, ask: buyTile },
  { name: 'a coarse tile', path: '/coverage', calls: 1, ask: purchase(5) },
  { name: 'a tile', path: '/ping', calls: 1, ask: buyTile },
  { name: 'a tile', path: '/usage', calls: 1, ask: buyTile },
  { name: 'the period', path: '/geo', calls: 0, ask: period, keepsRefusal: true },
  { name: 'the meter', path: '/usage', calls: 0, ask: allowance, keepsRefusal: true },
  { name: 'a place', path: `/geo/${PLACE}/hexes`, calls: 1, ask: area({ geo_id: PLACE }) },
  { name: 'a rate', path: '/meta/filters', calls: 1, before: buyTile, ask: rate },
  passed('/ping'),
  passed('/openapi.yaml'),
  passed('/coverage'),
  passed('/geo', '?parent=es'),
  passed('/geo/search', '?q=cat'),
  passed('/geo/lookup', `?h3=${PARENT[8]}`),
  passed(`/geo/${PLACE}/hexes`),
  passed('/meta/filters'),
]
