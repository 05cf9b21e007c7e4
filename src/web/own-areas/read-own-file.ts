import { type FoundShapes, UnusableFile } from './own-shape.ts'
import { pointsOfTable } from './points-table.ts'
import { shapesOfGeoJson } from './shapes-geojson.ts'

/** A larger file would take the page seconds, and has more areas than anybody compares. */
export const FILE_BYTES_MAX = 50_000_000

const ZIP_START = [0x50, 0x4b, 3, 4]

/** Reads GeoJSON, KML, KMZ, GPX, or a table with columns for latitude and longitude. Throws `UnusableFile`. */
export async function readOwnFile(file: Blob): Promise<FoundShapes> {
  if (file.size > FILE_BYTES_MAX) throw new UnusableFile({ kind: 'too_large' })
  const bytes = await file.arrayBuffer().catch(() => {
    // It was moved or deleted since it was chosen.
    throw new UnusableFile({ kind: 'unreadable' })
  })
  const found = await shapesOf(textOf(await unpacked(new Uint8Array(bytes))))
  if (found.shapes.length === 0) throw new UnusableFile({ kind: 'no_shapes' })
  return found
}

/** A file, or the first KML of a zip file. */
async function unpacked(bytes: Uint8Array): Promise<Uint8Array> {
  if (!ZIP_START.every((byte, index) => bytes[index] === byte)) return bytes
  const { unzipSync } = await import('fflate')
  try {
    return Object.values(unzipSync(bytes, { filter: isKml }))[0] ?? new Uint8Array()
  } catch {
    throw new UnusableFile({ kind: 'unreadable' })
  }
}

function isKml({ name, originalSize }: { name: string; originalSize: number }): boolean {
  return /\.kml$/i.test(name) && originalSize <= FILE_BYTES_MAX
}

/** Spreadsheets save tables in UTF-16 too, or in what Windows calls ANSI. */
function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

async function shapesOf(text: string): Promise<FoundShapes> {
  const start = text.trimStart().charAt(0)
  if (start === '{' || start === '[') return shapesOfGeoJson(parsedJson(text))
  if (start === '<') return shapesOfGeoJson(await featuresOfXml(text))
  return pointsOfTable(text)
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnusableFile({ kind: 'unreadable' })
  }
}

async function featuresOfXml(text: string): Promise<unknown> {
  const document = new DOMParser().parseFromString(text, 'text/xml')
  const { gpx, kml } = await import('@tmcw/togeojson')
  // Browsers put what is wrong with a document into it.
  switch (document.querySelector('parsererror') ? '' : document.documentElement.localName) {
    case 'kml':
      return kml(document)
    case 'gpx':
      return gpx(document)
    default:
      throw new UnusableFile({ kind: 'unreadable' })
  }
}
