import { request } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { areaAnswer } from '../../contract/area.ts'
import { tileCells } from '../../domain/tile.ts'
import { parentsAround } from '../../testing/cells.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../../testing/proxy-under-test.ts'
import { defaultRules } from '../../testing/strange-service/rules/default-rules.ts'
import { type StrangeService, startStrangeService } from '../../testing/strange-service/start-strange-service.ts'
import { OPEN_TO_ALL } from '../access/access.ts'

let service: StrangeService
let proxy: ProxyUnderTest

afterEach(async () => {
  await proxy.close()
  await service.close()
})

const start = async (requestsPerMinute: number | null) => {
  service = await startStrangeService()
  proxy = await startProxyUnderTest(service, { access: { ...OPEN_TO_ALL, requestsPerMinute } })
}
const bodyOf = (radius_km: number) =>
  JSON.stringify({ as_of: '2026-11-01', lens: 'default', resolution: 8, area: { lat: 41, lng: 2, radius_km } })
const HEADERS = { 'Content-Type': 'application/json' }
const quote = (radius_km: number) =>
  fetch(`${proxy.url}/api/areas?dry_run=1`, { method: 'POST', headers: HEADERS, body: bodyOf(radius_km) })

/** Nearly 40,000 cells. */
const LARGE_KM = 88
/** Longer than starting threads takes on a busy machine. */
const LONG = { timeout: 20_000 }
/** Quotes of one address under way at once, and those that may wait. */
const [RUNNING, WAITING] = [2, 12]
const LOOKUPS_AT_ONCE = 16

/** Costs are not known until the service's free look-ups are answered, which `goDown` ends. */
const startSilent = async () => {
  await start(null)
  service.rules.freeFault = (path) => (path === '/geo/lookup' ? { kind: 'hang' } : null)
}

it('more areas than can be computed soon are refused with a time to come back; the others are answered', async () => {
  await startSilent()
  const answers: Response[] = []
  const all = Promise.all(
    Array.from({ length: RUNNING + WAITING + 5 }, async () => {
      const answer = await quote(1)
      answers.push(answer)
    }),
  )
  await expect.poll(() => answers.length, LONG).toBe(5)
  for (const answer of answers) {
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1)
    expect(await answer.json()).toMatchObject({ error: 'proxy_busy' })
  }
  await service.goDown()
  await all
  for (const answer of answers.slice(5)) {
    expect(answer.status).toBe(200)
    expect(areaAnswer.parse(await answer.json()).cells.length).toBeGreaterThan(0)
  }
})

it('all areas that nobody waits for any more are dropped, and others take their place', async () => {
  await startSilent()
  const running = Array.from({ length: RUNNING }, () => quote(1))
  await expect.poll(() => lookups().length, LONG).toBeGreaterThan(0)
  // One is too many: its refusal shows that all others have arrived.
  const asked = Array.from({ length: WAITING + 1 }, askAndStay)
  await Promise.race(asked.map(({ answered }) => answered))
  for (const { leave } of asked) leave()
  await expect.poll(goneCount, LONG).toBe(WAITING)
  const next = Array.from({ length: WAITING }, () => quote(1))
  await service.goDown()
  for (const answer of await Promise.all([...next, ...running])) expect(answer.status).toBe(200)
})

it('a cost that nobody waits for any more ends at once, and no further look-ups are sent for it', async () => {
  await startSilent()
  const { leave } = askAndStay(LARGE_KM)
  await expect.poll(() => lookups().length, LONG).toBe(LOOKUPS_AT_ONCE)
  leave()
  // The service has not answered any of them.
  await expect.poll(goneCount, LONG).toBe(1)
  service.rules.freeFault = () => null
  await service.goDown()
  await service.comeBack()
  expect((await quote(1)).status).toBe(200)
  // Those under way may have been repeated.
  expect(new Set(lookups()).size).toBeLessThan(2 * LOOKUPS_AT_ONCE)
})

const goneCount = () => proxy.said().match(/"code":"client_gone"/g)?.length ?? 0
const lookups = () => service.free.filter((path) => path.includes('/geo/lookup'))

/** Sends a quote; `leave` drops the connection, `answered` resolves with the status if an answer comes first. */
function askAndStay(radius_km = 1): { leave: () => void; answered: Promise<number> } {
  const { hostname, port } = new URL(proxy.url)
  const asked = request({ hostname, port, path: '/api/areas?dry_run=1', method: 'POST', headers: HEADERS })
  const answered = new Promise<number>((resolve, reject) => {
    asked.on('response', (answer) => resolve(answer.resume().statusCode ?? 0))
    asked.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET') reject(error)
    })
  })
  asked.end(bodyOf(radius_km))
  return { leave: () => asked.destroy(), answered }
}

it('the pages of a place’s list count towards an address’s share of free requests, but never end it', async () => {
  const cells = parentsAround(8, 3).flatMap(tileCells)
  service = await startStrangeService({
    perMinute: { metered: null, free: 40 },
    hexes: { ...defaultRules().hexes, pageSize: 50 },
    places: { one: cells, two: cells },
  })
  const access = { ...OPEN_TO_ALL, requestsPerMinute: 10_000, trustedProxies: ['loopback'] }
  proxy = await startProxyUnderTest(service, { access })
  const ask = (geo_id: string, address: string) => {
    const body = JSON.stringify({ as_of: '2026-11-01', lens: 'default', resolution: 8, area: { geo_id } })
    const headers = { ...HEADERS, 'X-Forwarded-For': address }
    return fetch(`${proxy.url}/api/areas?dry_run=1`, { method: 'POST', headers, body })
  }
  await proxy.get('/public/v1/coverage', { 'X-Forwarded-For': '192.0.2.9' })
  const listed = await ask('one', '192.0.2.1')
  expect(areaAnswer.parse(await listed.json()).cells).toHaveLength(cells.length)
  const pages = () => service.free.filter((target) => target.includes('/hexes')).length
  expect(pages()).toBeGreaterThan(20)
  const before = pages()
  const refused = await ask('two', '192.0.2.1')
  expect([refused.status, Number(refused.headers.get('Retry-After')) > 0]).toEqual([429, true])
  expect(pages()).toBe(before)
  // What is known costs nothing.
  expect((await ask('one', '192.0.2.1')).status).toBe(200)
})

it('an address is charged for the cells of its areas, which never makes an area impossible', async () => {
  await start(60)
  expect((await quote(LARGE_KM)).status).toBe(200)
  expect((await quote(3)).status).toBe(200)
  const refused = await quote(LARGE_KM)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1)
  await proxy.close()
  await service.close()
  await start(20)
  expect((await quote(LARGE_KM)).status).toBe(200)
})
