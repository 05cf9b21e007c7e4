import { describe, expect, it } from 'vitest'
import type { Resolution } from '../../../domain/cell.ts'
import { destination } from '../../../domain/distance.ts'
import { tileCells } from '../../../domain/tile.ts'
import { screenBounds } from '../../../testing/strange-visits/screens.ts'
import { tilesInView } from '../../../web/view/view-tiles.ts'
import { runsOf } from '../../tiles/slice.ts'
import { cellsOfPolygon } from '../calls/area-scope.ts'
import type { PlanLimits } from '../calls/plan.ts'
import { chooseCover } from './choose-cover.ts'
import { type Ground, groundOf, visitWithin } from './ground.ts'
import { reachOfLargest } from './largest-circle.ts'
import type { Point } from './tile-points.ts'

interface Seen {
  readonly lat: number
  readonly lng: number
  readonly zoom: number
  readonly resolution: Resolution
  /** The cells that a circle may have, and how many circles are found: fewer than in any other way that was tried. */
  readonly circleCells: number
  readonly circles: number
}

const SEEN: readonly Seen[] = [
  { lat: 41.9, lng: 12.5, zoom: 9, resolution: 7, circleCells: 600, circles: 14 },
  { lat: -17.8, lng: 179.9, zoom: 6, resolution: 4, circleCells: 1_000, circles: 10 },
  { lat: 69.6, lng: 18.9, zoom: 9.5, resolution: 6, circleCells: 500, circles: 4 },
  { lat: 40.4, lng: -3.7, zoom: 10.5, resolution: 8, circleCells: 1_000, circles: 10 },
]

const MORE: readonly Seen[] = [
  { lat: 45.8, lng: 4.8, zoom: 5, resolution: 4, circleCells: 20_000, circles: 16 },
  { lat: 51.5, lng: -0.1, zoom: 4.5, resolution: 4, circleCells: 3_000, circles: 26 },
  { lat: 48.2, lng: 16.4, zoom: 11, resolution: 8, circleCells: 60, circles: 107 },
]

describe('circles where lists are not read', () => {
  const title = 'cover every cell around $lat, $lng at resolution $resolution, and are few'
  it.each(SEEN)(title, expectFew)
  it.each(MORE)(title, { tags: 'nightly' }, expectFew)

  function expectFew(seen: Seen): void {
    const { parents } = tilesInView(screenBounds({ ...seen, lens: 'default' }), seen.resolution)
    const ground = groundOf(parents.map((parent) => ({ parent, first: 0, cells: tileCells(parent) })))
    const centers = expectCovered(ground, seen.resolution, seen.circleCells)
    // Another processor may round otherwise.
    expect(centers.length).toBeLessThanOrEqual(1.05 * seen.circles)
  }

  it('cover every cell of a star whose spikes are slivers of many tiles', () => {
    const corners = Array.from({ length: 60 }, (_, i) =>
      destination({ lat: 40.4, lng: -3.7 }, i % 2 === 0 ? 300 : 10, 6 * i),
    )
    const tiles = [...cellsOfPolygon(corners, 8).byTile]
    const ground = groundOf(
      tiles.flatMap(([parent, own]) => {
        const cells = tileCells(parent)
        const runs = runsOf({ parent, first: 0, cells }, (index) => own.has(cells[index] ?? parent))
        return runs.filter(([isWanted]) => isWanted).map(([, run]) => run)
      }),
    )
    expect(ground.groups).toHaveLength(tiles.length)
    expect(expectCovered(ground, 8, 40_000).length).toBeLessThanOrEqual(13)
  })
})

/** Expects that circles of so many cells cover all of the ground; returns their centres. */
function expectCovered(ground: Ground, resolution: Resolution, circleCells: number): readonly Point[] {
  const limits = { circleCells, listCells: 0 } as PlanLimits
  const centers = chooseCover(ground, resolution, limits) ?? []
  const reach = reachOfLargest(resolution, limits)
  const covered = new Set<number>()
  for (const center of centers) visitWithin(ground, center, reach(center), (index) => covered.add(index))
  expect(covered.size).toBe(ground.size)
  return centers
}
