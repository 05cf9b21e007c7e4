import { type Cell, parseCell } from '../../domain/cell.ts'
import { t } from '../language/translate.ts'

/** A search text that is not a name. */
export type TypedLocation =
  | { kind: 'coordinates'; lat: number; lng: number }
  | { kind: 'cell'; cell: Cell }
  /** Looks like coordinates but is not a point on Earth; the message says what is expected. */
  | { kind: 'off_earth'; message: string }

const NUMBER = String.raw`[-+−]?\d{1,3}(?:[.,]\d+)?`
const PAIR = new RegExp(
  String.raw`^([NS])?\s*(${NUMBER})\s*°?\s*([NS])?\s*(?:[;,]\s*|\s+)([EW])?\s*(${NUMBER})\s*°?\s*([EW])?$`,
  'i',
)

/**
 * Reads coordinates (`41.39, 2.17`, `41,39; 2,17`, `33.87° S 151.21° E`; latitude first) or an H3 cell id in
 * canonical or decimal spelling; returns null for anything else, which is a name.
 */
export function readTypedLocation(raw: string): TypedLocation | null {
  const text = raw.trim()
  const cell = parseCell(text)
  if (cell !== null) return { kind: 'cell', cell }
  const match = PAIR.exec(text)
  if (!match) return null
  const [, north1, latText = '', north2, east1, lngText = '', east2] = match
  const lat = signed(latText, north1 ?? north2, 'S')
  const lng = signed(lngText, east1 ?? east2, 'W')
  if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) return { kind: 'coordinates', lat, lng }
  const message = t(
    '“{text}” is not on Earth: enter the latitude (−90 to 90) first, then the longitude (−180 to 180).',
    { text },
  )
  return { kind: 'off_earth', message }
}

function signed(text: string, side: string | undefined, negative: 'S' | 'W'): number {
  const value = Number(text.replace('−', '-').replace(',', '.'))
  return side?.toUpperCase() === negative ? -Math.abs(value) : value
}
