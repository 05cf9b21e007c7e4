import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { requireReadable } from '../storage/require-file.ts'
import { unpackedTooFar, unpackLimit } from '../storage/unpack-limit.ts'
import type { Polygon } from './zone-shape.ts'

/** A named area of a file. */
export interface RawZone {
  readonly properties: Readonly<Record<string, unknown>>
  readonly polygons: readonly Polygon[]
}

const position = z.tuple([z.number(), z.number()], z.number()).transform(([lng, lat]) => [lng, lat] as const)
const polygon = z.array(z.array(position).min(1)).min(1)
const geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: polygon }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(polygon).min(1) }),
])
const feature = z.object({
  type: z.literal('Feature'),
  properties: z.record(z.string(), z.unknown()).nullish(),
  geometry: z.unknown(),
})
const features = z.union([
  z.object({ type: z.literal('FeatureCollection'), features: z.array(feature) }).transform((all) => all.features),
  feature.transform((only) => [only]),
])

/** Before each value of a sequence (RFC 8142), which can have several lines. */
const RECORD_SEPARATOR = '\x1e'

/**
 * Reads the areas of a GeoJSON file (or .gz), a document or one feature a line, and counts other features; throws when it
 * is not GeoJSON in degrees.
 */
export function readZones(file: string): { zones: RawZone[]; withoutArea: number } {
  const found = featuresIn(textOfFile(file))
  const zones: RawZone[] = []
  for (const { properties, geometry: shape } of found) {
    const read = geometry.safeParse(shape)
    if (!read.success) continue
    const polygons = read.data.type === 'Polygon' ? [read.data.coordinates] : read.data.coordinates
    checkDegrees(polygons)
    zones.push({ properties: properties ?? {}, polygons })
  }
  return { zones, withoutArea: found.length - zones.length }
}

function featuresIn(text: string): z.infer<typeof feature>[] {
  if (text.trimStart().startsWith(RECORD_SEPARATOR))
    return text.split(RECORD_SEPARATOR).flatMap((part, i) => featuresOf(part, `GeoJSON in record ${i}`))
  if (hasLines(text)) return text.split('\n').flatMap((line, i) => featuresOf(line, `GeoJSON in line ${i + 1}`))
  return featuresOf(text, 'GeoJSON')
}

/** Whether each line is a value of its own, rather than part of one document. */
function hasLines(text: string): boolean {
  const [first = ''] = text.trimStart().split('\n', 1)
  if (text.trim() === first.trim()) return false
  try {
    return typeof JSON.parse(first) === 'object'
  } catch {
    return false
  }
}

function featuresOf(text: string, expected: string): z.infer<typeof feature>[] {
  if (text.trim() === '' && expected !== 'GeoJSON') return []
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch (error) {
    throw new Error(`expected ${expected}, found text that is not JSON: ${(error as Error).message}`, { cause: error })
  }
  const read = features.safeParse(raw)
  if (read.success) return read.data
  throw new Error(`expected ${expected}, a Feature or a FeatureCollection of polygons, found other JSON`)
}

function textOfFile(file: string): string {
  const bytes = bytesOfFile(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new Error(
      'expected GeoJSON in UTF-8, found other bytes; save or convert it as UTF-8, for example with iconv',
      {
        cause,
      },
    )
  }
}

function bytesOfFile(file: string): Buffer {
  requireReadable(file)
  const bytes = readFileSync(file)
  if (!/\.gz$/i.test(file)) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: unpackLimit(file) })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ERR_BUFFER_TOO_LARGE') throw unpackedTooFar(file)
    throw new Error(`expected gzip: ${message}`, { cause: error })
  }
}

function checkDegrees(polygons: readonly Polygon[]): void {
  for (const [lng, lat] of polygons.flat(2)) {
    if (Math.abs(lng) > 360 || Math.abs(lat) > 90) {
      throw new Error(`expected [longitude, latitude] in degrees, found [${lng}, ${lat}]; convert the file to WGS 84`)
    }
  }
}
