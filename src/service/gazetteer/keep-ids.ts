import { foldName } from '../../domain/names/fold-name.ts'
import type { CellId } from '../places/cell-id.ts'
import { zoneId } from '../zones/zone-levels.ts'
import type { HeldPlace } from './held-ground.ts'
import type { NamedGround } from './listing-names.ts'
import type { NamedPlace } from './name-tree.ts'

/**
 * Assigns ids to named places. A place keeps its id even when new listings name more places above it: it is recognised
 * by level, name and ground. A new place gets the id of its path.
 */
export function keepIds(grounds: readonly NamedGround[], before: readonly HeldPlace[]): (place: NamedPlace) => string {
  const holders = new Map<string, Map<CellId, string[]>>()
  for (const zone of before) {
    const byCell = holders.get(keyOf(zone)) ?? new Map<CellId, string[]>()
    holders.set(keyOf(zone), byCell)
    for (const cell of zone.cells) {
      const held = byCell.get(cell)
      if (held) held.push(zone.geo_id)
      else byCell.set(cell, [zone.geo_id])
    }
  }
  const ids = new Map<NamedPlace, string>()
  const taken = new Set<string>()
  const pairs = grounds.flatMap(({ place, cells }) => {
    const byCell = holders.get(keyOf(place))
    const shared = new Map<string, number>()
    for (const cell of byCell ? new Set(cells) : [])
      for (const id of byCell?.get(cell) ?? []) shared.set(id, (shared.get(id) ?? 0) + 1)
    return [...shared].map(([geo_id, count]) => ({ place, geo_id, shared: count }))
  })
  pairs.sort((a, b) => b.shared - a.shared || (a.geo_id < b.geo_id ? -1 : 1))
  for (const { place, geo_id } of pairs) {
    if (ids.has(place) || taken.has(geo_id)) continue
    ids.set(place, geo_id)
    taken.add(geo_id)
  }
  return (place) => {
    const known = ids.get(place)
    if (known !== undefined) return known
    let path = place.path
    let id = idOfPath(place, path)
    while (taken.has(id)) {
      path += '/again'
      id = idOfPath(place, path)
    }
    taken.add(id)
    ids.set(place, id)
    return id
  }
}

function idOfPath({ country, level }: NamedPlace, path: string): string {
  return zoneId(country, level, `names/${path}`)
}

function keyOf({ country, level, name }: HeldPlace | NamedPlace): string {
  return `${country}/${level}/${foldName(name)}`
}
