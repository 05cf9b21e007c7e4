import { cellToChildren, latLngToCell } from 'h3-js'
import { describe, expect, it } from 'vitest'
import { AREA_CELLS_MAX } from '../../../contract/area.ts'
import { RESOLUTIONS, trustCell } from '../../../domain/cell.ts'
import { type AreaLimits, countCellsAt, finestAnswerable, resolutionOfArea } from './area-resolution.ts'

const FREE: AreaLimits = { plan: 8, market: RESOLUTIONS, cellsAt: () => 40 }
const LARGE: AreaLimits = { ...FREE, cellsAt: (resolution) => (resolution > 6 ? AREA_CELLS_MAX + 1 : AREA_CELLS_MAX) }

describe('the finest answerable resolution', () => {
  it('is 8 where nothing limits it, and otherwise what plan, market and size leave', () => {
    expect(finestAnswerable(FREE)).toBe(8)
    expect(finestAnswerable({ ...FREE, plan: 5 })).toBe(5)
    expect(finestAnswerable({ ...FREE, market: [4, 5, 6] })).toBe(6)
    expect(finestAnswerable(LARGE)).toBe(6)
    expect(finestAnswerable({ ...LARGE, plan: 7, market: [4, 7] })).toBe(4)
  })

  it('is not limited by a market that is not known', () => {
    expect(finestAnswerable({ ...FREE, market: null })).toBe(8)
  })

  it('is the coarsest that the market has when there is none, and the coarsest of all when the plan has none of these', () => {
    expect(finestAnswerable({ ...LARGE, market: [7, 8] })).toBe(7)
    expect(finestAnswerable({ ...FREE, market: [8], plan: 7 })).toBe(4)
  })
})

describe('a linked resolution', () => {
  it('holds exactly where it can be answered', () => {
    expect(RESOLUTIONS.map((wanted) => resolutionOfArea(wanted, FREE))).toEqual(RESOLUTIONS.map((each) => [each, null]))
  })

  it('gives way to the finest below it that can be answered, with the reason', () => {
    expect(resolutionOfArea(8, { ...FREE, plan: 6 })).toEqual([6, { wanted: 8, why: 'plan' }])
    expect(resolutionOfArea(8, LARGE)).toEqual([6, { wanted: 8, why: 'size' }])
    expect(resolutionOfArea(7, { ...FREE, market: [4, 5, 8] })).toEqual([5, { wanted: 7, why: 'market' }])
  })
})

it('a place has seven cells for each stored one at the next resolution, and one for each parent above', () => {
  const root = trustCell(latLngToCell(41.4, 2.17, 5))
  const stored = cellToChildren(root, 7).map(trustCell)
  for (const resolution of RESOLUTIONS) {
    const wanted = resolution < 5 ? 1 : cellToChildren(root, resolution).length
    expect(countCellsAt(stored, resolution)).toBe(wanted)
  }
})
