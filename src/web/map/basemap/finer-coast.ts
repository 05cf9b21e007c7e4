import { readFile } from './world-tiles.ts'

/** Address of a tile of the finer coast; `scripts/build-coast.js` writes the files that they are in. */
export const COAST_TILES = 'coast://{x}/{y}'
/** Zoom of these tiles. */
export const COAST_ZOOM = 8

/** Zooms between a tile and the one that its file is named after. */
const ZOOMS_PER_FILE = 3
/** Bytes before each tile in a file: x, y, length. */
const HEAD_BYTES = 6

type Tiles = ReadonlyMap<number, ArrayBuffer>

const files = new Map<string, Promise<Tiles>>()
let listed: Promise<ReadonlySet<number>> | null = null

/** Returns the tile at an address for the map; an empty one, without a request, where there is no finer coast. */
export async function finerCoastTile({ url }: { url: string }): Promise<{ data: ArrayBuffer }> {
  const [x = 0, y = 0] = url.slice('coast://'.length).split('/').map(Number)
  listed ??= forgetFailed(readList(), () => {
    listed = null
  })
  if (!(await listed).has(keyOf(x, y))) return { data: new ArrayBuffer(0) }
  const name = `${x >> ZOOMS_PER_FILE}-${y >> ZOOMS_PER_FILE}.bin`
  const file = files.get(name) ?? forgetFailed(readTiles(name), () => files.delete(name))
  files.set(name, file)
  // The map transfers the content to its worker, and may ask for the tile again.
  return { data: (await file).get(keyOf(x, y))?.slice(0) ?? new ArrayBuffer(0) }
}

function keyOf(x: number, y: number): number {
  return 2 ** COAST_ZOOM * x + y
}

async function readList(): Promise<ReadonlySet<number>> {
  const text = new TextDecoder().decode(await readFile('/coast/tiles.json'))
  const tiles = JSON.parse(text) as [number, number][]
  return new Set(tiles.map(([x, y]) => keyOf(x, y)))
}

async function readTiles(name: string): Promise<Tiles> {
  return tilesIn(await readFile(`/coast/${name}`))
}

/** Returns the tiles in a file, by their column and row; throws if it is truncated or is not such a file. */
export function tilesIn(file: ArrayBuffer): Tiles {
  const view = new DataView(file)
  const tiles = new Map<number, ArrayBuffer>()
  for (let at = 0; at < file.byteLength; ) {
    const start = at + HEAD_BYTES
    const end = start + view.getUint32(at + 2, true)
    if (end > file.byteLength) throw new Error(`Expected tiles of the coast, found ${file.byteLength} other bytes.`)
    tiles.set(keyOf(view.getUint8(at), view.getUint8(at + 1)), file.slice(start, end))
    at = end
  }
  return tiles
}

function forgetFailed<Value>(attempt: Promise<Value>, forget: () => void): Promise<Value> {
  attempt.catch(forget)
  return attempt
}
