import { latLngToCell } from 'h3-js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Cell, cellParent, parseCell, RESOLUTIONS } from '../../../domain/cell.ts'
import { parentsAround } from '../../../testing/cells.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../../../testing/proxy-under-test.ts'
import type { Fault } from '../../../testing/strange-service/rules/fault.ts'
import { type StrangeService, startStrangeService } from '../../../testing/strange-service/start-strange-service.ts'
import { connectService } from '../../upstream/connection/service-connection.ts'
import { createUpstream } from '../../upstream/upstream.ts'
import { createCoverageReader } from '../stated/coverage-reader.ts'
import { createMarketGround } from './market-ground.ts'

let service: StrangeService
let proxy: ProxyUnderTest

beforeEach(async () => {
  service = await startStrangeService()
  proxy = await startProxyUnderTest(service)
})

afterEach(async () => {
  await proxy.close()
  await service.close()
})

const tileAt = (lat: number, lng: number, resolution: number) =>
  parseCell(latLngToCell(lat, lng, resolution - 3)) ?? expect.fail()

describe('a market without figures at a resolution', () => {
  beforeEach(() => {
    Object.assign(service.rules, {
      countries: ['es', 'fr'],
      resolutionsOf: (country: string) => (country === 'es' ? [4, 6, 7] : [4, 5, 6, 7, 8]),
    })
  })

  it.each([5, 8])('has nothing bought at resolution %i, unless requested explicitly', async (resolution) => {
    const [seville, paris] = [tileAt(37.4, -6, resolution), tileAt(48.9, 2.3, resolution)]
    const told = await proxy.buy([seville, paris], { resolution })
    expect(told.all('tile').map(({ parent }) => parent)).toEqual([paris])
    expect(told.all('refused')).toMatchObject([{ parents: [seville], refusal: { code: 'not_covered' } }])
    expect(service.calls.flatMap(({ cells }) => cells)).toHaveLength(343)
    const other = tileAt(resolution === 5 ? 35 : 39.5, -1, resolution)
    expect((await proxy.buy([seville], { resolution, distrust_lookups: true })).all('tile')).toHaveLength(1)
    // It had figures, so look-ups are no longer trusted.
    expect((await proxy.buy([other], { resolution })).all('tile')).toHaveLength(1)
  })

  it('is bought at other resolutions, and where a market with figures is near', async () => {
    expect((await proxy.buy([tileAt(37.4, -6, 7)], { resolution: 7 })).all('tile')).toHaveLength(1)
    expect((await proxy.buy([tileAt(42.45, 1.9, 8)])).all('tile')).toHaveLength(1)
  })

  it('is not assumed when the location of a market with figures is unknown', async () => {
    service.rules.countries = ['es', 'xk-unknown']
    expect((await proxy.buy([tileAt(37.4, -6, 8)])).all('tile')).toHaveLength(1)
  })
})

describe('the ground of a market', () => {
  it.each([
    ['fr', 'Réunion', 're', -21.11, 55.53],
    ['fr', 'Guadeloupe', 'gp', 16.24, -61.53],
    ['fr', 'Martinique', 'mq', 14.6, -61.07],
    ['fr', 'Mayotte', 'yt', -12.78, 45.23],
    ['fr', 'Guiana', 'gf', 4.92, -52.33],
    ['fr', 'Tahiti', 'pf', -17.54, -149.57],
    ['fr', 'Wallis and Futuna', 'wf', -13.28, -176.18],
    ['fr', 'New Caledonia', 'nc', -22.27, 166.45],
    ['us', 'Puerto Rico', 'pr', 18.4, -66.06],
    ['us', 'Guam', 'gu', 13.47, 144.75],
    ['es', 'the Canaries', null, 28.1, -15.43],
    ['pt', 'the Azores', null, 37.74, -25.67],
    ['no', 'Svalbard', 'sj', 78.22, 15.63],
    ['nl', 'Aruba', 'aw', 12.52, -70.03],
    ['cn', 'Hong Kong', 'hk', 22.3, 114.17],
    ['dk', 'the Faroes', 'fo', 62.01, -6.77],
    ['fi', 'Åland', 'ax', 60.1, 19.94],
  ])('%s includes %s, which may also be a market of its own', async (market, _, own, lat, lng) => {
    const connection = connectService({ baseUrl: service.url, token: service.token })
    const stopping = new AbortController().signal
    const upstream = createUpstream({ connection, stopping, clock: () => new Date(), elapsed: () => 0 })
    for (const served of own === null ? [market] : [market, own, market.toUpperCase()]) {
      service.rules.countries = [served]
      const ground = createMarketGround({ coverage: createCoverageReader({ upstream, elapsed: () => 0 }) })
      for (const resolution of RESOLUTIONS) {
        const outside = await ground.outside([tileAt(lat, lng, resolution)], resolution)
        expect([served, resolution, ...outside]).toEqual([served, resolution])
      }
    }
    await connection.close()
  })

  it('is bought at every resolution in its territories', async () => {
    service.rules.countries = ['fr']
    for (const resolution of RESOLUTIONS) {
      const told = await proxy.buy([tileAt(-21.11, 55.53, resolution)], { resolution })
      expect(told.all('tile')).toHaveLength(1)
    }
  })

  it.each([
    ['the Atlantic', 40, -40],
    ['Japan', 35.7, 139.7],
    ['Madagascar, near Réunion', -18.9, 47.5],
  ])('does not include %s', async (_, lat, lng) => {
    service.rules.countries = ['fr']
    const parent = tileAt(lat, lng, 6)
    const told = await proxy.buy([parent], { resolution: 6 })
    expect(told.all('refused')).toMatchObject([{ parents: [parent], refusal: { code: 'not_covered' } }])
    expect(service.calls).toEqual([])
  })

  it('is judged for a territory by its own entry, if it has one', async () => {
    Object.assign(service.rules, {
      countries: ['fr', 'pf'],
      resolutionsOf: (country: string) => (country === 'fr' ? [4, 5, 6, 7, 8] : [7, 8]),
    })
    const [tahiti, paris] = [tileAt(-17.54, -149.57, 6), tileAt(48.9, 2.3, 6)]
    const told = await proxy.buy([tahiti, paris], { resolution: 6 })
    expect(told.all('tile').map(({ parent }) => parent)).toEqual([paris])
    expect(told.all('refused')).toMatchObject([{ parents: [tahiti], refusal: { code: 'not_covered' } }])
  })

  it('is unknown when /coverage says that it is a part, or an entry or its resolutions cannot be read', async () => {
    const withEntry =
      (entry: unknown, more: object = {}) =>
      (path: string): Fault | null =>
        path === '/coverage' ? { kind: 'changed', change: (body) => ({ ...body, countries: [entry], ...more }) } : null
    for (const entry of [{ iso: 'fr' }, 'fr', { country: 'jp', h3_resolutions: 'all' }, { country: 'jp' }]) {
      service.rules.freeFault = withEntry(entry)
      await proxy.close()
      proxy = await startProxyUnderTest(service)
      expect((await proxy.buy([tileAt(35.7, 139.7, 6)], { resolution: 6 })).all('refused')).toEqual([])
    }
    for (const more of [
      { truncated: true },
      { meta: { next_cursor: 'p2' } },
      { warnings: ['The list was cut off.'] },
    ]) {
      service.rules.freeFault = withEntry({ country: 'fr' }, more)
      await proxy.close()
      proxy = await startProxyUnderTest(service)
      expect((await proxy.buy([tileAt(35.7, 139.7, 6)], { resolution: 6 })).all('refused')).toEqual([])
    }
    service.rules.freeFault = withEntry({ country: 'fr' })
    await proxy.close()
    proxy = await startProxyUnderTest(service)
    expect((await proxy.buy([tileAt(35.7, 139.7, 6)], { resolution: 6 })).all('refused')).toHaveLength(1)
  })

  it('is wherever figures are held at another resolution, after a restart too', async () => {
    service.rules.countries = ['es']
    expect((await proxy.buy([tileAt(35.7, 139.7, 8)])).all('tile')).toHaveLength(1)
    await proxy.restart()
    for (const resolution of [4, 5, 6]) {
      expect((await proxy.buy([tileAt(35.7, 139.7, resolution)], { resolution })).all('tile')).toHaveLength(1)
    }
    // Elsewhere the hint still holds.
    expect((await proxy.buy([tileAt(34, -118.2, 6)], { resolution: 6 })).all('refused')).toHaveLength(1)
  })

  it('has no empty tiles where coarser figures are held', async () => {
    service.rules.hasListings = () => false
    const [parent] = parentsAround(8, 1) as [Cell]
    expect((await proxy.buy([parent])).all('no_listings')).toHaveLength(1)
    await proxy.buy([cellParent(parent, 3)], { resolution: 6 })
    expect((await proxy.buy([parent])).all('tile')).toHaveLength(1)
  })

  it('is not empty where a look-up cannot name it, if the market has listings without names', async () => {
    service.rules.freeFault = (path) => {
      if (path === '/geo/lookup') return { kind: 'code', code: 'not_covered' }
      const unnamed = { country: 'es', h3_resolutions: [4, 5, 6, 7, 8], prices_available: true, searchable: false }
      return path === '/coverage' ? { kind: 'changed', change: (body) => ({ ...body, countries: [unnamed] }) } : null
    }
    expect((await proxy.buy(parentsAround(8, 1))).all('tile')).toHaveLength(1)
  })
})
