import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { bytesToHeader, zxyToTileId } from 'pmtiles'

const EXTENT = 4096

export type TileSchemaName = 'openmaptiles' | 'shortbread' | 'protomaps'

interface Shape {
  readonly layer: string
  readonly tags: Record<string, string>
  readonly type: 2 | 3
  readonly points: [number, number][]
}

/** Water in the west of each tile, a road across it in each schema's words, and another from north to south. */
const SQUARE: [number, number][] = [
  [0, 0],
  [1024, 0],
  [1024, 4096],
  [0, 4096],
  [0, 0],
]
const ACROSS: [number, number][] = [
  [0, 2048],
  [4096, 2048],
]
const DOWN: [number, number][] = [
  [2800, 0],
  [2800, 4096],
]
const NAME = { name: 'Carrer de Prova' }
const SHAPES: Readonly<Record<TileSchemaName, readonly Shape[]>> = {
  openmaptiles: [
    { layer: 'water', tags: { class: 'ocean' }, type: 3, points: SQUARE },
    { layer: 'transportation', tags: { class: 'motorway' }, type: 2, points: ACROSS },
    { layer: 'transportation', tags: { class: 'minor' }, type: 2, points: DOWN },
    { layer: 'transportation_name', tags: { class: 'motorway', ...NAME }, type: 2, points: ACROSS },
  ],
  shortbread: [
    { layer: 'ocean', tags: {}, type: 3, points: SQUARE },
    { layer: 'water_polygons', tags: { kind: 'river' }, type: 3, points: SQUARE },
    { layer: 'streets', tags: { kind: 'motorway' }, type: 2, points: ACROSS },
    { layer: 'streets', tags: { kind: 'residential' }, type: 2, points: DOWN },
    { layer: 'street_labels', tags: { kind: 'motorway', ...NAME }, type: 2, points: ACROSS },
  ],
  protomaps: [
    { layer: 'earth', tags: { kind: 'earth' }, type: 3, points: SQUARE.map(([x, y]) => [x * 4, y]) },
    { layer: 'water', tags: { kind: 'ocean' }, type: 3, points: SQUARE },
    { layer: 'roads', tags: { kind: 'highway', ...NAME }, type: 2, points: ACROSS },
    { layer: 'roads', tags: { kind: 'minor_road' }, type: 2, points: DOWN },
  ],
}

/** Returns the names of a schema's layers in these tiles. */
export function layersOf(schema: TileSchemaName): string[] {
  return [...new Set(SHAPES[schema].map(({ layer }) => layer))]
}

/** Returns a tile with water, two roads and a name; every tile has the same. */
export function streetTile(schema: TileSchemaName): Buffer {
  const layers: Record<string, { features: { type: number; geometry: unknown; tags: Record<string, string> }[] }> = {}
  for (const { layer, tags, type, points } of SHAPES[schema]) {
    layers[layer] ??= { features: [] }
    layers[layer].features.push({ type, geometry: [points], tags })
  }
  // The library's type requires a complete tile of its own; it reads no more than this.
  return Buffer.from(fromGeojsonVt(layers as never, { version: 2, extent: EXTENT }))
}

/** Returns a .pmtiles file of version 3 in which all tiles of zoom 0 to `maxZoom` are the same. */
export function archiveOf(schema: TileSchemaName, maxZoom: number): Buffer {
  const tile = streetTile(schema)
  const metadata = Buffer.from(
    JSON.stringify({ vector_layers: layersOf(schema).map((id) => ({ id })), attribution: '<b>Test</b> tiles' }),
  )
  const count = zxyToTileId(maxZoom + 1, 0, 0)
  // One entry for a run of equal tiles: its first id, how many they are, the length, and the offset plus one.
  const root = Buffer.from([1, 0, ...varint(count), ...varint(tile.length), 1].flat())
  const header = Buffer.alloc(127)
  header.write('PMTiles', 0, 'latin1')
  header.writeUInt8(3, 7)
  const places = [127, root.length, 127 + root.length, metadata.length, 0, 0]
  const data = 127 + root.length + metadata.length
  for (const [i, value] of [...places, data, tile.length, count, 1, 1].entries()) {
    header.writeBigUInt64LE(BigInt(value), 8 + 8 * i)
  }
  // Clustered, nothing compressed, vector tiles.
  for (const [i, value] of [1, 1, 1, 1, 0, maxZoom].entries()) header.writeUInt8(value, 96 + i)
  for (const [i, degrees] of [-180, -85, 180, 85].entries()) header.writeInt32LE(degrees * 1e7, 102 + 4 * i)
  const file = Buffer.concat([header, root, metadata, tile])
  if (bytesToHeader(Uint8Array.from(file).buffer).numTileEntries !== 1) throw new Error('Expected one entry.')
  return file
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
}

/** A server of tiles on another origin, as OpenFreeMap is. */
export interface StreetServer {
  readonly origin: string
  /** What it does with requests for tiles from now on. */
  behave(how: 'well' | 'fail' | 'hang'): void
  /** The paths requested so far. */
  readonly asked: readonly string[]
  close(): Promise<void>
}

/** Serves `/planet` (TileJSON), `/style` (a style that names it), its tiles, and `/tiles.pmtiles` with ranges. */
export async function startStreetServer(schema: TileSchemaName): Promise<StreetServer> {
  const asked: string[] = []
  let how: 'well' | 'fail' | 'hang' = 'well'
  const archive = archiveOf(schema, 14)
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    asked.push(path)
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Access-Control-Allow-Headers', 'range')
    response.setHeader('Access-Control-Expose-Headers', 'etag')
    const origin = `http://${request.headers.host}`
    if (request.method === 'OPTIONS') response.end()
    else if (path === '/planet') sendJson(response, tileJsonOf(schema, origin))
    else if (path === '/style') sendJson(response, styleOf(schema))
    else if (how === 'hang') return
    else if (how === 'fail') response.writeHead(500).end()
    else if (path === '/tiles.pmtiles') sendRange(response, archive, request.headers.range ?? '')
    else response.setHeader('Content-Type', 'application/x-protobuf').end(streetTile(schema))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behave: (next) => {
      how = next
    },
    asked,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function tileJsonOf(schema: TileSchemaName, origin: string) {
  return {
    tilejson: '3.0.0',
    tiles: [`${origin}/{z}/{x}/{y}.pbf`],
    minzoom: 0,
    maxzoom: 14,
    attribution: `<a href="https://example.org">Test streets</a>${' and more'.repeat(2_000)}`,
    vector_layers: layersOf(schema).map((id) => ({ id, fields: {} })),
  }
}

function styleOf(schema: TileSchemaName) {
  const layers = layersOf(schema).map((id) => ({ id, type: 'line', source: 'all', 'source-layer': id }))
  return {
    version: 8,
    sources: { relief: { type: 'raster', tiles: [] }, all: { type: 'vector', url: 'planet' } },
    layers,
  }
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body))
}

function sendRange(response: ServerResponse, file: Buffer, range: string): void {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? []
  if (first === undefined || last === undefined) {
    response.writeHead(416).end()
    return
  }
  response.setHeader('ETag', '"one"')
  response.writeHead(206).end(file.subarray(Number(first), Number(last) + 1))
}
