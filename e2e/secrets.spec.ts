import { expect, test } from './journey.ts'
import { type Recorder, startRecorder } from './recorder.ts'
import { type SeparateApplication, startSeparately } from './separate-application.ts'

let application: SeparateApplication
let recorder: Recorder

/** A proxy of its own, which says all that it can say. */
test.beforeAll(async () => {
  application = await startSeparately('standard', { LOG_LEVEL: 'trace', METRICS_PORT: '0' })
  recorder = await startRecorder(application.address)
})

test.afterAll(async () => {
  await recorder.stop()
  await application.stop()
})

test('nothing that a browser is sent, that is logged or that is measured ever holds the token', async ({
  page,
  map,
}) => {
  expect(application.token).toMatch(/^svc_live_ro_[\w-]{20,}$/)

  await map.open(`${recorder.address}/?at=43.60000,1.44000,11.60`)
  await map.choose(await map.pixelOf(map.view()))
  await map.changes('circle', () => page.getByRole('button', { name: 'Draw a radius', exact: true }).click())
  await map.changes('lens', () => page.getByRole('radio', { name: 'To rent' }).click())
  const found = await map.find('gracia', 'District in Barcelona')
  await map.changes('at', () => found.click())
  await page.getByRole('button', { name: 'About these figures' }).click()
  await expect(page.getByRole('dialog')).toContainText('SIMULATED')
  await page.keyboard.press('Escape')
  await page.reload()
  await map.drawn()

  for (const path of UNASKED)
    await page.request.get(recorder.address + path, { headers: { Authorization: 'Bearer svc_live_ro_none' } })
  await page.request.post(`${recorder.address}/api/purchases`, { data: { parents: ['nowhere'] } })
  await page.request.delete(`${recorder.address}/public/v1/coverage`)

  const paths = recorder.answers.map(({ path }) => path)
  for (const known of ['/assets/', '/basemap/', '/api/tiles/', '/api/purchases', '/public/v1/geo/search']) {
    expect(
      paths.some((path) => path.startsWith(known)),
      `${known} was recorded`,
    ).toBe(true)
  }
  const secret = application.token.replace('svc_live_ro_', '')
  const telling = recorder.answers.filter(({ path, text }) => text.includes(secret) || path.includes(secret))
  expect(telling.map(({ path }) => path)).toEqual([])

  const metrics = /http:\S+\/metrics/.exec(application.said())?.[0]
  if (!metrics) throw new Error('the address of the metrics was not printed')
  const measured = await (await page.request.get(metrics)).text()
  expect(measured).toContain('squaremetre_proxy_upstream_requests_total')
  expect(measured).not.toContain(secret)
  expect(application.said()).toContain('"route":"/api/purchases"')
  expect(application.said()).not.toContain(secret)

  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))
  expect(kept + (await page.content())).not.toContain(secret)
})

/** What the page does not ask for, but anybody may. */
const UNASKED = [
  '/healthz',
  '/api/meter',
  '/api/period',
  '/api/nothing',
  '/api/tiles/2026-11-01/default/8/nothing',
  '/api/editions/2026-11-01/default/8',
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
