import { withDeclaredPrefixes } from './declared-prefixes.ts'
import { type FoundShapes, UnusableFile } from './own-shape.ts'
import { pointsOfTable } from './points-table.ts'
import { shapesOfGeoJson } from './shapes-geojson.ts'
import { hasMoreMarks } from './text-marks.ts'

/** A larger file would take the page seconds, and has more areas than anybody compares. */
export const FILE_BYTES_MAX = 50_000_000

/** More shapes than anybody compares; the page lists them all. */
const SHAPES_MAX = 100_000
/**
 * Marks between the parts of a file, with which the page would stop for a few seconds on a slow computer. Outlines of a whole
 * country have fewer.
 */
const MARKS_MAX = { table: 3_000_000, json: 3_000_000, xml: 1_000_000 } as const
/** Files in an archive. A KMZ has one and some pictures; a broken or hostile one can claim four billion. */
const PACKED_FILES_MAX = 10_000

const ZIP_START = [0x50, 0x4b, 3, 4]
/** Characters that no text has, but pictures and workbooks read as text do. */
const NOT_TEXT = /[\0\ufffe\uffff]/

/** Reads GeoJSON, KML, KMZ, GPX, or a table with columns for latitude and longitude. Throws `UnusableFile`. */
export async function readOwnFile(file: Blob): Promise<FoundShapes> {
  if (file.size > FILE_BYTES_MAX) throw new UnusableFile({ kind: 'too_large' })
  const bytes = await file.arrayBuffer().catch(() => {
    // It was moved or deleted since it was chosen.
    throw new UnusableFile({ kind: 'unreadable' })
  })
  const text = textOf(await unpacked(new Uint8Array(bytes)))
  if (NOT_TEXT.test(text)) throw new UnusableFile({ kind: 'unreadable' })
  const found = await shapesOf(text)
  if (found.shapes.length > SHAPES_MAX) throw new UnusableFile({ kind: 'too_many' })
  if (found.shapes.length === 0) throw new UnusableFile({ kind: found.lines > 0 ? 'only_lines' : 'no_shapes' })
  return found
}

/** A file, or the first KML of a zip file: others beside it are what it links to. */
async function unpacked(bytes: Uint8Array): Promise<Uint8Array> {
  if (!ZIP_START.every((byte, index) => bytes[index] === byte)) return bytes
  const { unzipSync } = await import('fflate')
  let size: number | null = null
  let count = 0
  const isFirstKml = ({ name, originalSize }: { name: string; originalSize: number }) => {
    count += 1
    if (count > PACKED_FILES_MAX) throw new UnusableFile({ kind: 'too_many' })
    if (size !== null || !/\.kml$/i.test(name)) return false
    size = originalSize
    return size <= FILE_BYTES_MAX
  }
  const [kml] = unzippedOrRefused(() => Object.values(unzipSync(bytes, { filter: isFirstKml })))
  if (kml === undefined) throw new UnusableFile({ kind: size === null ? 'unreadable' : 'too_large' })
  return kml
}

function unzippedOrRefused<T>(unzip: () => T): T {
  try {
    return unzip()
  } catch (error) {
    throw error instanceof UnusableFile ? error : new UnusableFile({ kind: 'unreadable' })
  }
}

/** Spreadsheets save tables in UTF-16 too, or in what Windows calls ANSI. */
function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

async function shapesOf(text: string): Promise<FoundShapes> {
  // A declaration of XML must stand at the very beginning.
  const trimmed = text.trim()
  switch (trimmed.charAt(0)) {
    case '':
      throw new UnusableFile({ kind: 'no_shapes' })
    case '{':
    case '[':
    case '\u001e':
      refuseMoreMarks(trimmed, 'json')
      return shapesOfGeoJson(parsedJson(trimmed))
    case '<':
      refuseMoreMarks(trimmed, 'xml')
      return shapesOfGeoJson(await featuresOfXml(trimmed))
    default:
      // Each row is a shape, or none.
      if (hasMoreMarks(trimmed, 'lines', SHAPES_MAX)) throw new UnusableFile({ kind: 'too_many' })
      refuseMoreMarks(trimmed, 'table')
      return pointsOfTable(text)
  }
}

function refuseMoreMarks(text: string, kind: keyof typeof MARKS_MAX): void {
  if (hasMoreMarks(text, kind, MARKS_MAX[kind])) throw new UnusableFile({ kind: 'too_many' })
}

/** Reads JSON, or a file with JSON on each line. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return parsedLines(text)
  }
}

function parsedLines(text: string): unknown[] {
  try {
    return text.split(/[\r\n]+/).map((line) => JSON.parse(line.replace('\u001e', '')))
  } catch {
    throw new UnusableFile({ kind: 'unreadable' })
  }
}

async function featuresOfXml(text: string): Promise<unknown> {
  const document = parsedXml(text) ?? parsedXml(withDeclaredPrefixes(text))
  const { gpx, kml } = await import('@tmcw/togeojson')
  switch (document?.documentElement.localName) {
    case 'kml':
      closeRings(document)
      return kml(document)
    case 'gpx':
      return gpx(document)
    default:
      throw new UnusableFile({ kind: 'unreadable' })
  }
}

/** Makes outlines of rings that no polygon has around them: the library takes those for lines. */
function closeRings(document: Document): void {
  for (const ring of [...document.querySelectorAll('LinearRing')]) {
    if (/BoundaryIs$/.test(ring.parentElement?.localName ?? '')) continue
    const [polygon, boundary] = ['Polygon', 'outerBoundaryIs'].map((name) =>
      document.createElementNS(ring.namespaceURI, name),
    ) as [Element, Element]
    ring.replaceWith(polygon)
    polygon.append(boundary)
    boundary.append(ring)
  }
}

function parsedXml(text: string): Document | null {
  const document = new DOMParser().parseFromString(text, 'text/xml')
  // Browsers put what is wrong with a document into it.
  return document.querySelector('parsererror') ? null : document
}
