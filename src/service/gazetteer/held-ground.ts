import type { Resolution } from '../../domain/cell.ts'
import { distanceKm, type LatLng } from '../../domain/distance.ts'
import { foldName } from '../../domain/names/fold-name.ts'
import { ZONE_LEVELS, type ZoneLevel } from '../../domain/place.ts'
import { type CellId, parentId } from '../places/cell-id.ts'
import { NAMESAKE_REACH_KM } from '../zones/zone-levels.ts'
import type { HeldZone } from '../zones/zone-writer.ts'

/** A place with its stored cells. */
export interface HeldPlace extends HeldZone {
  readonly cells: readonly CellId[]
}

/** The ground of one country that belongs to places with borders, which take precedence over names. */
export interface HeldGround {
  /** The place of a level that has a cell; null when there is none. */
  holder(level: ZoneLevel, cell: CellId): string | null
  /** The place of a level that has most of the cells, if places of the level have at least half of them; else null. */
  mainHolder(level: ZoneLevel, cells: readonly CellId[]): string | null
  /** The nearest place with a level and name, within the level's reach; null when there is none. */
  namesake(level: ZoneLevel, folded: string, point: LatLng): string | null
}

/** Indexes the places of a country by cell and by name. */
export function openHeldGround(places: readonly HeldPlace[]): HeldGround {
  const byLevel = new Map(ZONE_LEVELS.map((level) => [level, places.filter((place) => place.level === level)]))
  const holders = new Map(ZONE_LEVELS.map((level) => [level, holdersByResolution(byLevel.get(level) ?? [])]))

  function holder(level: ZoneLevel, cell: CellId): string | null {
    for (const [resolution, held] of holders.get(level) ?? []) {
      const place = held.get(parentId(cell, resolution))
      if (place !== undefined) return place
    }
    return null
  }
  return {
    holder,
    mainHolder(level, cells) {
      const counts = new Map<string, number>()
      let held = 0
      for (const cell of cells) {
        const place = holder(level, cell)
        if (place === null) continue
        held++
        counts.set(place, (counts.get(place) ?? 0) + 1)
      }
      const [main] = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      return main && held * 2 >= cells.length ? main[0] : null
    },
    namesake(level, folded, point) {
      const near = (byLevel.get(level) ?? []).flatMap(({ geo_id, name, lat, lng }) => {
        if (lat === null || lng === null || foldName(name) !== folded) return []
        return { geo_id, km: distanceKm({ lat, lng }, point) }
      })
      const [nearest] = near.sort((a, b) => a.km - b.km)
      return nearest && nearest.km <= NAMESAKE_REACH_KM[level] ? nearest.geo_id : null
    },
  }
}

/** The places by cell, for each stored resolution, which is never finer than that of names. */
function holdersByResolution(places: readonly HeldPlace[]): [Resolution, Map<CellId, string>][] {
  const holders = new Map<Resolution, Map<CellId, string>>()
  for (const { geo_id, h3_res, cells } of places) {
    const held = holders.get(h3_res) ?? new Map<CellId, string>()
    holders.set(h3_res, held)
    for (const cell of cells) held.set(cell, geo_id)
  }
  return [...holders]
}
