import type { QueryClient } from '@tanstack/react-query'
import type { Resolution } from '../../domain/cell.ts'
import { parseGeoId } from '../../domain/place.ts'
import { km2OfCells } from '../areas/chosen/shape-geometry.ts'
import type { Place } from '../free/geo.ts'
import { placeCellsAtOptions } from '../free/place-cells.ts'
import { placePageOptions } from '../free/place-pages.ts'
import type { ListedPlace } from './place-records.ts'

/** So many are read at once, as in the list of parts on the page. */
const AT_ONCE = 3

/** Reads the places directly beneath one, each with its cells at a resolution. The requests are free. */
export async function listParts(client: QueryClient, parent: string, resolution: Resolution): Promise<ListedPlace[]> {
  const places = await readPages(client, parent)
  const listed: ListedPlace[] = []
  for (let from = 0; from < places.length; from += AT_ONCE) {
    const read = places.slice(from, from + AT_ONCE).map((place) => readCells(client, place, resolution))
    listed.push(...(await Promise.all(read)).flat())
  }
  return listed
}

async function readPages(client: QueryClient, parent: string): Promise<Place[]> {
  const found = new Map<string, Place>()
  for (let page = 1; ; page++) {
    const { places, isLast } = await client.fetchQuery(placePageOptions({ parent, level: null, page }))
    const before = found.size
    for (const place of places) found.set(place.geo_id, place)
    // A service may ignore the page and send the first one for ever.
    if (isLast || found.size === before) return [...found.values()]
  }
}

async function readCells(client: QueryClient, place: Place, resolution: Resolution): Promise<ListedPlace[]> {
  const geo_id = parseGeoId(place.geo_id)
  if (geo_id === null) return []
  const { cells } = await client.fetchQuery(placeCellsAtOptions(geo_id, resolution))
  return [{ geo_id, place, cells, km2: km2OfCells(cells) }]
}
