import type { ErrorEvent, Map as GlMap, MapSourceDataEvent } from 'maplibre-gl'
import { STREETS_SOURCE } from '../streets/street-layer-ids.ts'
import { BASEMAP_SOURCES } from './basemap-style.ts'

/** What is told about the basemap. */
export interface BasemapEvents {
  /** Part of the basemap could not be loaded; `reload` loads it again. */
  readonly onBasemapFailed: (reload: () => void) => void
  /** The basemap in view is complete. */
  readonly onBasemapComplete: () => void
}

/** The parts of MapLibre's event that its types leave out. */
type SourceError = ErrorEvent & { readonly sourceId?: string; readonly tile?: { tileID: { key: string } } }

/** Tells when part of the basemap cannot be loaded. Failed tiles are loaded again only on request. */
export function watchBasemap(map: GlMap, { onBasemapFailed, onBasemapComplete }: BasemapEvents): void {
  const failed = new Set<string>()
  const reload = () => {
    failed.clear()
    onBasemapComplete()
    for (const source of BASEMAP_SOURCES) map.refreshTiles(source)
  }
  map.on('error', ({ error, sourceId, tile }: SourceError) => {
    // Streets tell their own failures.
    if (sourceId === STREETS_SOURCE) return
    if (tile) failed.add(keyOf(sourceId, tile))
    else console.error(error)
    onBasemapFailed(reload)
  })
  map.on('sourcedata', ({ sourceId, tile }: MapSourceDataEvent) => {
    if (tile && failed.delete(keyOf(sourceId, tile)) && failed.size === 0) onBasemapComplete()
  })
}

// Tiles of several sources have the same place.
function keyOf(sourceId: string | undefined, tile: { tileID: { key: string } }): string {
  return `${sourceId} ${tile.tileID.key}`
}
