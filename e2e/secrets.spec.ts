import { expect, freshTest as test } from './shared/journey.ts'
import { readRunRecord, secretOf } from './shared/run-record.ts'
import { type SeparateApplication, startWithService } from './shared/separate-application.ts'

let application: SeparateApplication

test.beforeAll(async () => {
  application = await startWithService('standard')
})

test.afterAll(() => application.stop())

test('no response, log line or metric ever contains the token @nightly', async ({ page, map }) => {
  expect(application.token).toMatch(/^svc_live_ro_[\w-]{20,}$/)

  await map.open(`${application.address}/?at=43.60000,1.44000,11.60`)
  await map.choose(await map.pixelOf(map.view()))
  await map.drawCircle()
  await map.tab('Map')
  await map.changes('lens', () => page.getByRole('radio', { name: 'To rent' }).click())
  const found = await map.find('gracia', 'District in Barcelona')
  await map.changes('at', () => found.click())
  await page.getByRole('button', { name: 'About these figures' }).click()
  await expect(page.getByRole('dialog')).toContainText('are simulated: made up')
  await page.keyboard.press('Escape')
  await page.reload()
  await map.drawn()

  for (const path of UNASKED)
    await page.request.get(application.address + path, { headers: { Authorization: 'Bearer svc_live_ro_none' } })
  await page.request.post(`${application.address}/api/purchases`, { data: { parents: ['nowhere'] } })
  await page.request.delete(`${application.address}/public/v1/coverage`)

  const record = readRunRecord()
  for (const known of ['/assets/', '/basemap/', '/api/tiles/', '/api/purchases', '/api/search']) {
    expect(
      record.paths.some((path) => path.startsWith(known)),
      `${known} was recorded`,
    ).toBe(true)
  }
  const secret = secretOf(application.token)
  expect(record.pathsHolding(secret)).toEqual([])

  const metrics = application.said().match(/http:\S+\/metrics/g) ?? []
  const measured = await Promise.all(metrics.map(async (address) => (await page.request.get(address)).text()))
  expect(measured.join()).toContain('squaremetre_proxy_upstream_requests_total')
  expect(measured.join()).not.toContain(secret)
  expect(application.said()).toContain('"route":"/api/purchases"')
  expect(application.said()).not.toContain(secret)

  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))
  expect(kept + (await page.content())).not.toContain(secret)
})

/** Requests that the page never makes, but anybody may. */
const UNASKED = [
  '/healthz',
  '/api/meter',
  '/api/period',
  '/api/nothing',
  '/api/tiles/2026-11-01/default/8/nothing',
  '/api/editions/2026-11-01/default/8',
  '/api/scales/2026-11-01/default/8/median_price?lat=41.39&lng=2.16',
  '/public/v1/usage',
  '/public/v1/openapi.yaml',
  '/public/v1/stats/current?h3=88394460e9fffff',
  '/public/v1/geo/search?q=xqzvvk',
  '/public/v1/geo/nothing/hexes',
  '/embedded-token',
  '/service/embedded-token',
  '/..%2fservice%2fembedded-token',
  '/%2e%2e/%2e%2e/data/service/embedded-token',
]
