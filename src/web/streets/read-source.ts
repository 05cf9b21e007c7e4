import { PMTiles } from 'pmtiles'
import { z } from 'zod'
import { shownName } from '../../domain/names/shown-name.ts'
import type { StreetsFault } from './streets-state.ts'
import { type SchemaName, schemaOf } from './tile-schemas.ts'

/** Why an address leads to no streets. */
class StreetsError extends Error {
  readonly fault: StreetsFault

  constructor(fault: StreetsFault, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'StreetsError'
    this.fault = fault
  }
}

/** A source of vector tiles whose schema is known. */
export interface StreetsSource {
  readonly schema: SchemaName
  /** Templates of the tiles' absolute addresses; `pmtiles://` before a file's. */
  readonly tiles: readonly string[]
  readonly isUpsideDown: boolean
  readonly minZoom: number
  readonly maxZoom: number
  /** West, south, east, north in degrees. */
  readonly bounds: readonly [number, number, number, number]
  /** Plain text. */
  readonly attribution: string
}

/** Characters of an attribution that are shown. More would cover the map. */
const LONGEST_ATTRIBUTION = 300

/** Of layers, in the map library. */
const FINEST_ZOOM = 24

const WORLD = [-180, -85.0511, 180, 85.0511] as const

const layerList = z.array(z.object({ id: z.string() }))
const tileJson = z.object({
  tiles: z.array(z.string()).min(1),
  scheme: z.enum(['xyz', 'tms']).optional(),
  minzoom: z.number().optional(),
  maxzoom: z.number().optional(),
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).optional(),
  attribution: z.string().nullish(),
  vector_layers: layerList.optional(),
})
type TileJson = z.infer<typeof tileJson>

const style = z.object({
  sources: z.record(z.string(), z.looseObject({ type: z.string(), url: z.string().optional() })),
  layers: z.array(z.looseObject({ source: z.string().optional(), 'source-layer': z.string().optional() })),
})

/** Reads a style, a TileJSON or a .pmtiles file; of a style, its tiles. Throws a `StreetsError`. */
export async function readSource(address: string, signal: AbortSignal): Promise<StreetsSource> {
  const url = new URL(address, window.location.origin).href
  if (isArchive(url)) return readArchive(url)
  const found = await readJson(url, signal)
  const asStyle = style.safeParse(found)
  if (asStyle.success) return readStyle(asStyle.data, url, signal)
  const asTiles = tileJson.safeParse(found)
  if (!asTiles.success) throw new StreetsError('unreadable', `Expected a style or a TileJSON at ${url}, found neither.`)
  return sourceOf(asTiles.data, url, [])
}

function isArchive(url: string): boolean {
  return new URL(url).pathname.endsWith('.pmtiles')
}

async function readStyle(
  { sources, layers }: z.infer<typeof style>,
  url: string,
  signal: AbortSignal,
): Promise<StreetsSource> {
  const faults: StreetsError[] = []
  for (const [name, source] of Object.entries(sources).filter(([, { type }]) => type === 'vector')) {
    const used = layers.flatMap((layer) => (layer.source === name ? (layer['source-layer'] ?? []) : []))
    try {
      return await readStyleSource(source, url, used, signal)
    } catch (error) {
      // Another source of the style may be one that can be drawn.
      if (!(error instanceof StreetsError)) throw error
      faults.push(error)
    }
  }
  throw faults[0] ?? new StreetsError('unknown schema', `The style at ${url} has no vector tiles.`)
}

async function readStyleSource(source: { url?: string | undefined }, url: string, used: string[], signal: AbortSignal) {
  if (source.url === undefined) {
    const inline = tileJson.safeParse(source)
    if (!inline.success) throw new StreetsError('unreadable', `A source of the style at ${url} has no tiles.`)
    return sourceOf(inline.data, url, used)
  }
  const at = new URL(source.url.replace(/^pmtiles:\/\//, ''), url).href
  if (isArchive(at)) return readArchive(at)
  const read = tileJson.safeParse(await readJson(at, signal))
  if (!read.success) throw new StreetsError('unreadable', `Expected a TileJSON at ${at}, found something else.`)
  return sourceOf(read.data, at, used)
}

function sourceOf(found: TileJson, url: string, used: readonly string[]): StreetsSource {
  return {
    schema: knownSchema([...(found.vector_layers ?? []).map(({ id }) => id), ...used], url),
    tiles: found.tiles.map((template) => absolute(template, url)),
    isUpsideDown: found.scheme === 'tms',
    ...usableZooms(found.minzoom ?? 0, found.maxzoom ?? 14, url),
    bounds: found.bounds ?? WORLD,
    attribution: plainText(found.attribution ?? ''),
  }
}

async function readArchive(url: string): Promise<StreetsSource> {
  const archive = new PMTiles(url)
  try {
    const [header, metadata] = await Promise.all([archive.getHeader(), archive.getMetadata()])
    const { vector_layers: layers = [], attribution = null } = z
      .object({ vector_layers: layerList.optional(), attribution: z.string().nullish() })
      .parse(metadata)
    return {
      schema: knownSchema(
        layers.map(({ id }) => id),
        url,
      ),
      tiles: [`pmtiles://${url}/{z}/{x}/{y}`],
      isUpsideDown: false,
      ...usableZooms(header.minZoom, header.maxZoom, url),
      bounds: [header.minLon, header.minLat, header.maxLon, header.maxLat],
      attribution: plainText(attribution ?? ''),
    }
  } catch (error) {
    if (error instanceof StreetsError) throw error
    throw new StreetsError('unreadable', `The file of tiles at ${url} cannot be read.`, error)
  }
}

/** The map library waits for ever for tiles that no zoom has, and rejects layers of zooms that there are not. */
function usableZooms(minZoom: number, maxZoom: number, url: string): Pick<StreetsSource, 'minZoom' | 'maxZoom'> {
  if (minZoom >= 0 && minZoom <= maxZoom && minZoom <= FINEST_ZOOM) return { minZoom, maxZoom }
  const message = `Expected tiles from a zoom of 0 to ${FINEST_ZOOM} to one that is not below it, found ${minZoom} to ${maxZoom} at ${url}.`
  throw new StreetsError('unreadable', message)
}

function knownSchema(layers: readonly string[], url: string): SchemaName {
  const schema = schemaOf(layers)
  if (schema !== null) return schema
  throw new StreetsError('unknown schema', `The tiles at ${url} have layers of no known schema: ${layers.join(', ')}.`)
}

async function readJson(url: string, signal: AbortSignal): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(url, { signal, credentials: 'same-origin' })
  } catch (cause) {
    throw new StreetsError('unreachable', `There is no answer from ${url}.`, cause)
  }
  if (!response.ok) throw new StreetsError('unreachable', `The answer from ${url} has the status ${response.status}.`)
  try {
    return await response.json()
  } catch (cause) {
    throw new StreetsError('unreadable', `The answer from ${url} is not JSON.`, cause)
  }
}

/** Resolves the address of tiles; an address escapes the braces of its template. */
function absolute(template: string, base: string): string {
  return new URL(template, base).href.replace(/%7B/gi, '{').replace(/%7D/gi, '}')
}

/** Returns the text of an attribution on one line, which may be HTML; it is never shown as such. */
function plainText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return shownName(body.textContent ?? '', LONGEST_ATTRIBUTION) ?? ''
}
