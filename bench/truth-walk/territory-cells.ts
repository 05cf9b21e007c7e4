import { cellToParent, getResolution } from 'h3-js'
import type { ServiceAnswers, Zone } from './service-answers.ts'

/** Territories are listed no finer than this, by level. */
const LISTED_AT: Readonly<Record<string, number>> = { country: 4, region: 5, province: 7 }
const [COARSEST, FINEST] = [4, 8]
/** A country is made of its first parts; lists of more pages than this are read two resolutions coarser. */
const [PARTS_MAX, PAGES_MAX] = [60, 12]

/** Returns whether a cell counts as a territory's, by the cells that the service lists of it. */
export async function territoryTest(
  service: ServiceAnswers,
  { geo_id, level }: { geo_id: string; level: string },
  resolution: number,
): Promise<(cell: string) => boolean> {
  const listed =
    level === 'country'
      ? await countryCells(service, geo_id)
      : await zoneCells(service, geo_id, Math.min(LISTED_AT[level] ?? FINEST, resolution))
  const cells = new Set(listed)
  const [first] = cells
  const at = first === undefined ? 0 : getResolution(first)
  return (cell) => cells.has(cellToParent(cell, at))
}

async function countryCells(service: ServiceAnswers, country: string): Promise<string[]> {
  const parts: readonly Zone[] = (await service.children(country)).slice(0, PARTS_MAX)
  const cells = await Promise.all(parts.map((part) => zoneCells(service, part.geo_id, LISTED_AT.country ?? 4)))
  return cells.flat()
}

async function zoneCells(service: ServiceAnswers, geo_id: string, resolution: number): Promise<string[]> {
  if (resolution === COARSEST) return service.cellsOf(geo_id, resolution)
  const cells = await service.cellsWithin(geo_id, resolution, PAGES_MAX)
  return cells ?? zoneCells(service, geo_id, Math.max(COARSEST, resolution - 2))
}
