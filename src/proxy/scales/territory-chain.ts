import type { ScaleTerritory } from '../../contract/class-scale.ts'
import type { PointPlaces } from '../../contract/service/geo.ts'
import type { Resolution } from '../../domain/cell.ts'
import { LEVELS, type Level } from '../../domain/place.ts'

/** The level whose classes a resolution has; where a market skips it, the next coarser one that exists. */
const LEVEL_OF: Readonly<Record<Resolution, Level>> = {
  4: 'country',
  5: 'country',
  6: 'country',
  7: 'province',
  8: 'city',
}

/**
 * Returns the places around a point whose classes could apply at a resolution: the wanted level first, then what
 * contains it. At most one place of each level; empty when the service names no place there.
 */
export function territoryChain(point: PointPlaces, resolution: Resolution): ScaleTerritory[] {
  const finest = rank(LEVEL_OF[resolution])
  const chain = new Map<Level, ScaleTerritory>()
  // The finest zone's own ancestors come before those of other zones, and equal levels are told apart by id.
  for (const zone of [...point.zones].sort((a, b) => rank(b.level) - rank(a.level) || (a.geo_id < b.geo_id ? -1 : 1))) {
    for (const { geo_id, name, level } of [zone, ...zone.ancestors]) {
      if (rank(level) <= finest && !chain.has(level)) chain.set(level, { geo_id, name, level, country: zone.country })
    }
  }
  const country = point.zones[0]?.country ?? point.country ?? null
  if (country !== null && !chain.has('country')) {
    chain.set('country', { geo_id: country, name: country, level: 'country', country })
  }
  return [...chain.values()].sort((a, b) => rank(b.level) - rank(a.level))
}

/** Position of a level from coarse (0) to fine (5). */
function rank(level: Level): number {
  return LEVELS.indexOf(level)
}
