import type { ErrorEvent, Map as GlMap, MapSourceDataEvent } from 'maplibre-gl'
import { STREETS_SOURCE } from '../../streets/street-layer-ids.ts'
import { AwaitedTiles } from './awaited-tiles.ts'
import { BASEMAP_SOURCES } from './basemap-style.ts'

/** How long a tile may take until the page stops waiting for it, in milliseconds. One that comes later is drawn. */
const TILE_LIMIT_MS = 15_000

/** Events of the basemap. */
export interface BasemapEvents {
  /** Part of the basemap could not be loaded, or takes too long; `reload` loads it again. */
  readonly onBasemapFailed: (reload: () => void) => void
  /** The basemap in view is complete. */
  readonly onBasemapComplete: () => void
}

/** Properties of MapLibre's events that its types lack, or declare for other events only. */
type SourceEvent = { readonly sourceId?: string | undefined; readonly tile?: { tileID: { key: string } } | undefined }

/**
 * Tells when part of the basemap cannot be loaded. Failed tiles are loaded again only on request. Returns the tiles on their
 * way: MapLibre is never idle until all of them have been answered.
 */
export function watchBasemap(map: GlMap, { onBasemapFailed, onBasemapComplete }: BasemapEvents): AwaitedTiles {
  const failed = new Set<string>()
  const fail = (key: string) => {
    failed.add(key)
    onBasemapFailed(reload)
  }
  const awaited = new AwaitedTiles(TILE_LIMIT_MS, (key) => {
    fail(key)
    map.triggerRepaint()
  })
  const reload = () => {
    // MapLibre does not announce that it loads a tile again.
    for (const key of failed) awaited.wait(key)
    failed.clear()
    onBasemapComplete()
    for (const source of BASEMAP_SOURCES) map.refreshTiles(source)
  }
  const settle = (key: string) => {
    awaited.settle(key)
    if (failed.delete(key) && failed.size === 0) onBasemapComplete()
  }
  const onTile = (name: 'sourcedataloading' | 'sourcedata' | 'sourcedataabort', act: (key: string) => void) =>
    map.on(name, (event: MapSourceDataEvent & SourceEvent) => isOwn(event) && event.tile && act(keyOf(event)))
  onTile('sourcedataloading', (key) => awaited.wait(key))
  onTile('sourcedata', settle)
  onTile('sourcedataabort', settle)
  map.on('error', (event: ErrorEvent & SourceEvent) => {
    if (!isOwn(event)) return
    if (event.tile) {
      awaited.settle(keyOf(event))
      fail(keyOf(event))
      return
    }
    console.error(event.error)
    onBasemapFailed(reload)
  })
  map.on('remove', () => awaited.settleAll())
  return awaited
}

// Streets tell their own failures.
function isOwn({ sourceId }: SourceEvent): boolean {
  return sourceId !== STREETS_SOURCE
}

// Tiles of several sources have the same place.
function keyOf({ sourceId, tile }: SourceEvent): string {
  return `${sourceId} ${tile?.tileID.key}`
}
