/** Address of a tile of the world; the page fetches it, because MapLibre would wait for an answer without end. */
export const WORLD_TILES = 'world://{z}/{x}/{y}'

/** How long a file may take, in milliseconds. */
const FILE_LIMIT_MS = 20_000

/** Files on their way. Closer than the tiles' last zoom, the map asks for one tile several times. */
const pending = new Map<string, Promise<ArrayBuffer>>()

/** Returns the tile at an address for the map; throws where it does not come in time or in whole, also for a 404: there is every tile. */
export async function worldTile({ url }: { url: string }): Promise<{ data: ArrayBuffer }> {
  const path = `/basemap/${url.slice('world://'.length)}.pbf`
  const file = pending.get(path) ?? readFile(path).finally(() => pending.delete(path))
  pending.set(path, file)
  // The map transfers the content to its worker.
  return { data: (await file).slice(0) }
}

/** Returns the content of one of the page's own files for the map; throws where it does not come in time or in whole. */
export async function readFile(path: string): Promise<ArrayBuffer> {
  const response = await fetch(path, { signal: AbortSignal.timeout(FILE_LIMIT_MS) })
  if (!response.ok) throw new Error(`Expected ${path}, found HTTP ${response.status}.`)
  return response.arrayBuffer()
}
