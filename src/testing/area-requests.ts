import { gridDisk } from 'h3-js'
import { expect } from 'vitest'
import { type AreaAnswer, areaAnswer } from '../contract/area.ts'
import { type Cell, parseCell, trustCell } from '../domain/cell.ts'
import { cellCenter, circleCells } from '../domain/distance.ts'
import { tileCells, tileParent } from '../domain/tile.ts'
import { parentsAround } from './cells.ts'
import type { StrangeProxy } from './strange-proxy.ts'

/** The point where three tiles meet; even the smallest circle around it touches them all. */
export const MEETING = (() => {
  const [tile] = parentsAround(8, 1)
  if (tile === undefined) throw new Error('there is a tile')
  const rim = tileCells(tile).find((cell) => new Set(gridDisk(cell, 1).map(trustCell).map(tileParent)).size === 3)
  if (rim === undefined) throw new Error('three tiles meet somewhere')
  return cellCenter(rim)
})()
/** The edition that areas are requested in. */
export const AREA_NAME = { as_of: '2026-11-01', lens: 'default', resolution: 8 }

export const circleAtMeeting = (radius_km: number) => ({ ...MEETING, radius_km })
export const cellsOf = (area: ReturnType<typeof circleAtMeeting>) => circleCells(area, 8).sort()
export const tilesOf = (cells: readonly Cell[]) => [...new Set(cells.map(tileParent))]

/** Requests areas from the proxy that is current when a request is made, and compares answers with its service. */
export function areaRequests(current: () => Pick<StrangeProxy, 'service' | 'proxy'>) {
  async function post(area: object, changed: object = {}, query = '', url = current().proxy.url) {
    const body = JSON.stringify({ ...AREA_NAME, area, ...changed })
    const headers = { 'Content-Type': 'application/json' }
    const response = await fetch(`${url}/api/areas${query}`, { method: 'POST', headers, body })
    return { response, text: await response.text() }
  }
  async function buy(area: object, changed: object = {}, query = '', url = current().proxy.url): Promise<AreaAnswer> {
    const { text } = await post(area, changed, query, url)
    return areaAnswer.parse(JSON.parse(text))
  }
  return {
    post,
    buy,
    quote: (area: object, changed: object = {}) => buy(area, changed, '?dry_run=1'),
    get: (area: Record<string, number | string>, more = {}) => {
      const query = new URLSearchParams({ ...area, ...more } as Record<string, string>)
      return current().proxy.get(`/api/areas/2026-11-01/default/8?${query}`)
    },
    answered: () => current().service.calls.filter((call) => call.answered),
    /** Every cell of the area is there once, as the service has it, absent figures included. */
    expectTruth(told: Pick<AreaAnswer, 'cells' | 'states' | 'median_price'>, cells: readonly Cell[]): void {
      const { service } = current()
      expect(told.cells).toEqual(cells)
      told.cells.map(parseCell).forEach((cell, index) => {
        if (cell === null) throw new Error('expected canonical ids of cells')
        const price = told.median_price[index] ?? null
        expect(told.states[index] === 'too_few').toBe(!service.rules.hasFigures(cell))
        if (service.rules.hasFigures(cell)) expect((price ?? 0) / service.price(cell)).toBeCloseTo(1, 6)
        else expect(price).toBeNull()
      })
    },
  }
}
