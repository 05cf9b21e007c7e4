import { expect, type Page } from '@playwright/test'
import { cellToLatLng, cellToParent, greatCircleDistance, gridDisk, latLngToCell, UNITS } from 'h3-js'
import { decodeTile } from '../../src/contract/figure-tile.ts'
import { type Figure, figuresOf } from '../../src/domain/figure.ts'

/** What the page shows, from its address and legend. */
export interface Shown {
  readonly as_of: string
  /** Canonical text. */
  readonly lens: string
  readonly resolution: number
}

export interface Point {
  readonly lat: number
  readonly lng: number
}

/**
 * Reads from the tiles of a page's proxy what it holds of cells: a figure, or null for a bought cell without a row. Omits cells of
 * tiles that are not held. Spends nothing.
 */
export async function heldFigures(
  page: Page,
  { as_of, lens, resolution }: Shown,
  cells: readonly string[],
): Promise<Map<string, Figure | null>> {
  const { origin } = new URL(page.url())
  const wanted = new Set(cells)
  const held = new Map<string, Figure | null>()
  for (const parent of new Set(cells.map((cell) => cellToParent(cell, resolution - 3)))) {
    const path = `/api/tiles/${as_of}/${encodeURIComponent(lens)}/${resolution}/${parent}`
    const answer = await page.request.get(origin + path)
    if (answer.status() === 404) continue
    expect(answer.status()).toBe(200)
    const figures = figuresOf(decodeTile(new Uint8Array(await answer.body())))
    const rows = new Map(figures.flatMap((figure) => (figure ? [[figure.cell as string, figure] as const] : [])))
    for (const cell of wanted) if (cellToParent(cell, resolution - 3) === parent) held.set(cell, rows.get(cell) ?? null)
  }
  return held
}

/** Returns the cell at a point and the rings around it, nearest first. */
export function cellsAround({ lat, lng }: Point, resolution: number, rings: number): string[] {
  const centre = [lat, lng] as const
  const km = (cell: string) => greatCircleDistance([...centre], cellToLatLng(cell), UNITS.km)
  return gridDisk(latLngToCell(lat, lng, resolution), rings).sort((a, b) => km(a) - km(b))
}

/** Returns the cells whose centre is in a circle, each checked one by one. */
export function cellsInCircle(circle: Point & { radius_km: number }, resolution: number): string[] {
  // Cells of resolution 8 are about 0.9 km apart; twice the rings that this needs are enough.
  const rings = Math.ceil((circle.radius_km / 0.9) * 2) + 2
  return cellsAround(circle, resolution, rings).filter(
    (cell) => greatCircleDistance([circle.lat, circle.lng], cellToLatLng(cell), UNITS.km) <= circle.radius_km,
  )
}
