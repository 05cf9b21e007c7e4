import { dsvFormat } from 'd3-dsv'
import { cleanName } from '../state/address/area-list.ts'
import { type FoundShapes, type OwnShape, UnusableFile } from './own-shape.ts'

const LATITUDE = /^(lat|latitude|latitud|latitudine|breite|breitengrad|y)$/
const LONGITUDE = /^(lng|lon|long|longitude|longitud|longitudine|länge|laenge|längengrad|x)$/
const NAME = /^(name|title|titel|titre|título|titulo|label|nombre|nom|nome|bezeichnung|address|adresse|dirección)$/

/** Reads a table with a point in each row, its columns named in the first one. Throws `UnusableFile`. */
export function pointsOfTable(text: string): FoundShapes {
  const table = dsvFormat(separatorOf(text)).parseRows(text.replace(/^\uFEFF/, ''))
  const [head = [], ...rows] = table.filter((row) => row.some((cell) => cell.trim() !== ''))
  const columns = head.map((cell) => cell.trim())
  const indexOf = (pattern: RegExp) => columns.findIndex((column) => pattern.test(column.toLowerCase()))
  const [lat, lng, name] = [indexOf(LATITUDE), indexOf(LONGITUDE), indexOf(NAME)]
  if (lat === -1 || lng === -1) throw new UnusableFile({ kind: 'no_coordinates', columns })
  const shapes = rows.flatMap((row): OwnShape[] => {
    const point = { lat: degreesOf(row[lat]), lng: degreesOf(row[lng]) }
    if (!(Math.abs(point.lat) <= 90 && Math.abs(point.lng) <= 180)) return []
    return [{ kind: 'point', name: cleanName(row[name] ?? ''), point }]
  })
  const [first] = rows
  if (shapes.length === 0 && first) {
    throw new UnusableFile({ kind: 'not_degrees', found: `${first[lat]}, ${first[lng]}` })
  }
  return { shapes, lines: 0, unplaced: rows.length - shapes.length }
}

/** The separator that the first line has most of. */
function separatorOf(text: string): string {
  const [line = ''] = text.trimStart().split(/[\r\n]/, 1)
  const counts = [',', ';', '\t', '|'].map((separator) => ({ separator, count: line.split(separator).length }))
  return counts.toSorted((a, b) => b.count - a.count)[0]?.separator ?? ','
}

/** Reads degrees with a decimal point or comma; NaN for anything else. */
function degreesOf(cell = ''): number {
  const text = cell.trim().replace(',', '.')
  return text === '' ? Number.NaN : Number(text)
}
