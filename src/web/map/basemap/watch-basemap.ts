import type { ErrorEvent, Map as GlMap, MapSourceDataEvent } from 'maplibre-gl'
import { growingPause } from '../../requests/query-client.ts'
import { STREETS_SOURCE } from '../../streets/street-layer-ids.ts'
import { AwaitedTiles } from './awaited-tiles.ts'

/** How long a tile may take until the page stops waiting for it, in milliseconds. One that comes later is drawn. */
const TILE_LIMIT_MS = 15_000

/** Events of the basemap. */
export interface BasemapEvents {
  /** Part of the basemap could not be loaded, or takes too long; `reload` loads it again. */
  readonly onBasemapFailed: (reload: () => void) => void
  /** The basemap in view is complete. */
  readonly onBasemapComplete: () => void
}

interface TilePlace {
  readonly x: number
  readonly y: number
  readonly z: number
  readonly key: string
}

/** Properties of MapLibre's events that its types lack, or declare for other events only. */
interface SourceEvent {
  readonly sourceId?: string | undefined
  readonly tile?: { readonly tileID: { readonly key: string; readonly canonical: TilePlace } } | undefined
}

/**
 * Tells when part of the basemap cannot be loaded, and loads it again with growing pauses, or on request. Returns the tiles
 * on their way: MapLibre is never idle until all of them have been answered.
 */
export function watchBasemap(map: GlMap, { onBasemapFailed, onBasemapComplete }: BasemapEvents): AwaitedTiles {
  /** Where tiles are that failed, by their key; null for those that only take too long, for which MapLibre still waits. */
  const failed = new Map<string, { sourceId: string; place: TilePlace } | null>()
  let attempts = 0
  let nextAttempt: ReturnType<typeof setTimeout> | null = null
  const loadAgain = () => {
    nextAttempt = null
    // MapLibre does not announce that it loads a tile again.
    for (const key of failed.keys()) awaited.wait(key)
    // Closer than a source's last zoom, several tiles have the same place, and MapLibre loads all that have it.
    const places = new Map(
      [...failed.values()].flatMap((tile) => (tile ? [[`${tile.sourceId} ${tile.place.key}`, tile]] : [])),
    )
    // Without their places, MapLibre would wait for the answers that have failed.
    for (const { sourceId, place } of places.values()) map.refreshTiles(sourceId, [place])
  }
  const cancelAttempt = () => {
    if (nextAttempt !== null) clearTimeout(nextAttempt)
    nextAttempt = null
  }
  const reload = () => {
    attempts = 0
    cancelAttempt()
    onBasemapComplete()
    loadAgain()
  }
  const awaited = new AwaitedTiles(TILE_LIMIT_MS, (key) => {
    failed.set(key, null)
    onBasemapFailed(reload)
    map.triggerRepaint()
  })
  const settle = (key: string) => {
    awaited.settle(key)
    if (!failed.delete(key) || failed.size > 0) return
    attempts = 0
    cancelAttempt()
    onBasemapComplete()
  }
  const onTile = (name: 'sourcedataloading' | 'sourcedata' | 'sourcedataabort', act: (key: string) => void) =>
    map.on(name, (event: MapSourceDataEvent & SourceEvent) => isOwn(event) && event.tile && act(keyOf(event)))
  onTile('sourcedataloading', (key) => awaited.wait(key))
  onTile('sourcedata', settle)
  onTile('sourcedataabort', settle)
  map.on('error', (event: ErrorEvent & SourceEvent) => {
    if (!isOwn(event)) return
    const { sourceId, tile } = event
    if (tile && sourceId !== undefined) {
      awaited.settle(keyOf(event))
      failed.set(keyOf(event), { sourceId, place: tile.tileID.canonical })
      onBasemapFailed(reload)
      // Tiles of one view fail together.
      nextAttempt ??= setTimeout(loadAgain, growingPause(++attempts))
      return
    }
    console.error(event.error)
    onBasemapFailed(reload)
  })
  map.on('remove', () => {
    cancelAttempt()
    awaited.settleAll()
  })
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
