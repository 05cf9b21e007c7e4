import { cellToChildren, latLngToCell } from 'h3-js'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { areaFigures, circleResolutions } from '../../contract/area.ts'
import { cellAtResolution, cellParent, trustCell } from '../../domain/cell.ts'
import { formatCorners, parseCorners } from '../../domain/corners-text.ts'
import { circleCells, destination } from '../../domain/distance.ts'
import { polygonCells } from '../../domain/polygon.ts'
import { areaRequests, circleAtMeeting as circle, MEETING } from '../../testing/area-requests.ts'
import { parentsAround } from '../../testing/cells.ts'
import type { ProxyUnderTest } from '../../testing/proxy-under-test.ts'
import { startStrangeProxy } from '../../testing/strange-proxy.ts'
import type { StrangeService } from '../../testing/strange-service/start-strange-service.ts'

let service: StrangeService
let proxy: ProxyUnderTest
const { post, buy, quote, get, answered, expectTruth } = areaRequests(() => ({ service, proxy }))

beforeEach(async () => {
  const started = await startStrangeProxy()
  ;({ service, proxy } = started)
  return started.close
})

describe('a place', () => {
  const cells = parentsAround(8, 3)
    .flatMap((parent) => cellToChildren(parent, 8).slice(0, 90))
    .map(trustCell)

  beforeEach(() => {
    service.rules.places = { z7: cells }
  })

  it('has the cells that the free endpoint lists, and is held like everything else', async () => {
    service.rules.cellBudget = 343
    expect((await get({ geo_id: 'z7' })).response.status).toBe(204)
    const told = await buy({ geo_id: 'z7' })
    expectTruth(told, [...cells].sort())
    expect(told.calls).toBe(1)
    expect((await get({ geo_id: 'z7' })).response.status).toBe(200)
    expect((await buy({ geo_id: 'z7' })).calls).toBe(0)
    expect(service.free.filter((target) => target.includes('/hexes'))).toHaveLength(3)
  })

  it('is bought by its id when lists and circles would take more calls', async () => {
    Object.assign(service.rules, { urlLimit: 2_500, cellBudget: 343 })
    await proxy.buy(parentsAround(8, 1), { lens: 'ad_sub_type=rent' })
    const before = answered().length
    expectTruth(await buy({ geo_id: 'z7' }), [...cells].sort())
    expect(answered().slice(before)).toMatchObject([{ selector: 'geo_id' }])
  })

  it('is listed again once the service covers something else, as after a build', async () => {
    await buy({ geo_id: 'z7' })
    await proxy.get('/api/period')
    const moved = cells.slice(0, 100).sort()
    Object.assign(service.rules, { places: { z7: moved }, countries: ['es', 'pt'] })
    passMilliseconds(COVERAGE_FRESH)
    await proxy.get('/api/period')
    expect((await buy({ geo_id: 'z7' })).cells).toEqual(moved)
  })

  describe('that the next period draws elsewhere', () => {
    const [other = '', elsewhere = ''] = parentsAround(8, 5).slice(3)
    const moved = cellToChildren(elsewhere, 8).map(trustCell)
    const BEFORE = { as_of: '2026-10-01' }

    beforeEach(async () => {
      Object.assign(service.rules, { ...BEFORE, urlLimit: 2_500, cellBudget: 343 })
      await proxy.buy(parentsAround(8, 1), { lens: 'ad_sub_type=rent', ...BEFORE })
      await quote({ geo_id: 'z7' }, BEFORE)
      Object.assign(service.rules, { as_of: '2026-11-01', places: { z7: moved } })
    })

    it('is listed again', async () => {
      await proxy.buy([other])
      expectTruth(await buy({ geo_id: 'z7' }), [...moved].sort())
    })

    it.each(['known', 'not known yet'])(
      'is not taken for empty where it was, when that period is %s',
      async (known) => {
        if (known === 'known') await proxy.buy([other])
        const told = await buy({ geo_id: 'z7' }, BEFORE)
        expect(told.edition?.as_of).toBe('2026-11-01')
        expectTruth(told, [...cells].sort())
      },
    )
  })

  it('that was drawn elsewhere since it was listed has no cells that are taken for empty', async () => {
    Object.assign(service.rules, { urlLimit: 2_500, cellBudget: 343 })
    await proxy.buy(parentsAround(8, 1), { lens: 'ad_sub_type=rent' })
    await quote({ geo_id: 'z7' })
    const before = answered().length
    service.rules.places = { z7: cells.slice(0, 200) }
    expectTruth(await buy({ geo_id: 'z7' }), [...cells].sort())
    expect(answered()[before]).toMatchObject({ selector: 'geo_id' })
  })

  it('whose list of cells repeats a page is returned as far as listed, and listed again the next time', async () => {
    service.rules.cursors = 'first page, new cursor'
    const told = await buy({ geo_id: 'z7' })
    expectTruth(told, cells.slice(0, 100).sort())
    expect(told.cells_complete).toBe(false)
    // The cursor may have another name, so a few are tried.
    expect(service.free.filter((target) => target.includes('/hexes')).length).toBeLessThan(10)
    service.rules.cursors = 'own page'
    const whole = await buy({ geo_id: 'z7' })
    expectTruth(whole, [...cells].sort())
    expect([whole.cells_complete, whole.held_cells >= 100]).toEqual([true, true])
  })

  it('that does not exist is refused as unknown, and looked up again later', async () => {
    expect((await post({ geo_id: 'z8' })).response.status).toBe(404)
    service.rules.places = { z8: cells }
    expect((await post({ geo_id: 'z8' })).response.status).toBe(200)
  })
})

describe('the resolutions of a circle', () => {
  const TAHITI = { lat: -17.54, lng: -149.57 }
  const resolutionsOf = async (area: Record<string, number | string>) => {
    const { text } = await proxy.get(`/api/resolutions?${new URLSearchParams(area as Record<string, string>)}`)
    return circleResolutions.parse(JSON.parse(text)).resolutions
  }

  it('are those of the markets around it, and cost nothing', async () => {
    Object.assign(service.rules, {
      countries: ['fr', 'pf'],
      resolutionsOf: (country: string) => (country === 'fr' ? [4, 5, 6, 7, 8] : [4, 5, 6]),
    })
    expect(await resolutionsOf({ ...TAHITI, radius_km: 0.1 })).toEqual([4, 5, 6])
    expect(await resolutionsOf({ lat: 48.9, lng: 2.3, radius_km: 300 })).toEqual([4, 5, 6, 7, 8])
    expect(service.calls).toHaveLength(0)
  })

  it('are all where no market is', async () => {
    Object.assign(service.rules, { countries: ['es'], resolutionsOf: () => [4, 5] })
    expect(await resolutionsOf({ ...TAHITI, radius_km: 3 })).toEqual([4, 5, 6, 7, 8])
  })

  it('are refused for a place, whose country is known', async () => {
    const { response, text } = await proxy.get('/api/resolutions?geo_id=z1')
    expect([response.status, JSON.parse(text).parameter]).toEqual([400, 'geo_id'])
  })
})

describe('a polygon', () => {
  const corners = [0, 80, 170, 260].map((bearing) => destination(MEETING, 3, bearing))
  const polygon = formatCorners(corners)
  const cells = polygonCells(parseCorners(polygon) ?? [], 8).sort()

  it('has the cells whose centre lies inside, and is bought with few calls and kept', async () => {
    expect(cells.length).toBeGreaterThan(10)
    const offer = await quote({ polygon })
    const told = await buy({ polygon })
    expect([told.calls, told.refusal]).toEqual([offer.calls, null])
    expectTruth(told, cells)
    expect(await buy({ polygon })).toMatchObject({ calls: 0 })
    const { text } = await get({ polygon })
    expectTruth(areaFigures.parse(JSON.parse(text)), cells)
  })

  it('is refused with the largest resolution at which its cells can be counted', async () => {
    const wide = formatCorners([0, 90, 180, 270].map((bearing) => destination(MEETING, 400, bearing)))
    const { response, text } = await post({ polygon: wide })
    expect([response.status, JSON.parse(text).message]).toEqual([422, expect.stringMatching(/choose resolution 6$/)])
  })
})

describe('a cell', () => {
  it('is itself at its own resolution, its descendants at finer ones and its ancestor at coarser ones', async () => {
    const cell = trustCell(latLngToCell(MEETING.lat, MEETING.lng, 7))
    expectTruth(await buy({ h3: cell }), cellAtResolution(cell, 8).sort())
    expect((await buy({ h3: cell }, { resolution: 7 })).cells).toEqual([cell])
    expect((await buy({ h3: cell }, { resolution: 6 })).cells).toEqual([cellParent(cell, 6)])
  })
})

describe('several areas', () => {
  const overlapping = [circle(3), { ...destination(MEETING, 2, 90), radius_km: 3 }]

  it('are bought together, each cell once, and are then held each on its own', async () => {
    const offer = await quote({ all: overlapping })
    const separate = await Promise.all(overlapping.map((area) => quote(area)))
    expect(offer.calls).toBeLessThanOrEqual(separate.reduce((sum, { calls }) => sum + calls, 0))
    const told = await buy({ all: overlapping })
    expect([told.calls, told.refusal]).toEqual([offer.calls, null])
    const bought = answered().flatMap((call) => call.cells)
    expect(new Set(bought).size, 'no cell was bought twice').toBe(bought.length)
    for (const area of overlapping) {
      expect(await buy(area)).toMatchObject({ calls: 0 })
      expectTruth(await buy(area), circleCells(area, 8).sort())
    }
  })

  it('are refused when they are none, too many, or too large together', async () => {
    for (const area of [
      { all: [] },
      { all: Array(7).fill(circle(1)) },
      { all: [circle(1)], h3: 'x' },
      { all: [{ h3: 'x' }] },
    ]) {
      const { response, text } = await post(area)
      expect([response.status, JSON.parse(text).parameter]).toEqual([400, 'area'])
    }
    const far = [0, 90, 180, 270].map((bearing) => ({ ...destination(MEETING, 400, bearing), radius_km: 80 }))
    const { response, text } = await post({ all: far })
    expect([response.status, JSON.parse(text)]).toEqual([
      422,
      expect.objectContaining({ error: 'too_many_hexes', message: expect.stringContaining('together') }),
    ])
  })
})

/** Milliseconds for which the proxy takes what a service without revisions covers for the same. */
const COVERAGE_FRESH = 600_000

/** Lets the proxy's clock for waits run ahead until the test ends. */
function passMilliseconds(ms: number): void {
  const now = performance.now.bind(performance)
  const ahead = vi.spyOn(performance, 'now').mockImplementation(() => now() + ms)
  onTestFinished(() => ahead.mockRestore())
}
