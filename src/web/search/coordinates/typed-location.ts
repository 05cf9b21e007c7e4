import { type Cell, parseCell } from '../../../domain/cell.ts'
import type { LatLng } from '../../../domain/distance.ts'
import { speechNow } from '../../language/language.ts'
import { t } from '../../language/translate.ts'
import { plainText } from './plain-typing.ts'
import { readPlusCode } from './plus-code.ts'
import { isAddress, readAddress } from './point-in-address.ts'
import { isReaderPlace } from './reader-place.ts'

/** A search text that is not a name. */
export type TypedLocation =
  | { kind: 'coordinates'; lat: number; lng: number }
  | { kind: 'cell'; cell: Cell }
  /** Looks like a point but is not on Earth or is ambiguous, or asks for the reader's own place; the message says what is expected. */
  | { kind: 'unreadable'; message: string }

// Spaces are collapsed first, so each part has at most one.
const DECIMAL = String.raw`\d{1,3}(?:[.,]\d+)?`
const MINUTES = String.raw`(?: ?(\d{1,2}(?:[.,]\d+)?) ?['′’])?`
const SECONDS = String.raw`(?: ?(\d{1,2}(?:[.,]\d+)?) ?(?:"|″|”|''))?`
const SIZE = `([-+−]?)(${DECIMAL}) ?°?${MINUTES}${SECONDS}`
const LABEL = `(?:(?:lat|latitude|latitud|breite|lng|lon|long|longitude|longitud|länge) ?[:=]? ?)?`
/** A letter stands before or after the number. */
const ANGLE = `${LABEL}(?:([NSEW]) ?${SIZE}|${SIZE} ?([NSEW])?)`
const PARTS_OF_ANGLE = 10
/** Between two angles: a mark, a space, or nothing after a letter, a degree or a minute. */
const BETWEEN = `(?: ?[;,/&] ?| |(?<=[NSEW°'′’"″”]))`
const PAIR = new RegExp(`^${ANGLE}${BETWEEN}${ANGLE}$`, 'i')
/** A point as databases write it, longitude first. */
const WELL_KNOWN_TEXT = /^(?:SRID=4326; ?)?POINT ?\( ?(-?[\d.]+) (-?[\d.]+) ?\)$/i
/** The zoom, in metres or levels, that an address of Google Maps has after its point. */
const ZOOM_AFTER = /, ?\d+(?:\.\d+)?[zm]$/i
const BRACKETS = /^[([{] ?(.*?) ?[)\]}]$/
/** Degrees, minutes and seconds without their marks, before a letter. */
const UNMARKED = /(?<!\d)(\d{1,3})[ :](\d{1,2})[ :](\d{1,2}(?:[.,]\d+)?) ?(?=[NSEW](?![a-z]))/gi
/** What O after a number stands for: oeste and ouest, or Ost. In English it may be either. */
const LETTER_O: Readonly<Record<string, string>> = { es: 'W', fr: 'W', de: 'E' }
const ADDRESS_OF_PLUS_CODE = /^https?:\/\/plus\.codes\//i

/**
 * Reads coordinates (`41.39, 2.17`, `41,39; 2,17`, `33.87° S 151.21° E`, `41°23′24″N 2°10′12″E`; latitude first unless letters
 * say otherwise), the address of a point on a map, a full plus code, or an H3 cell id in canonical or decimal spelling; returns
 * null for anything else, which is a name.
 */
export function readTypedLocation(raw: string): TypedLocation | null {
  const text = plainText(raw)
  const cell = parseCell(text)
  if (cell !== null) return { kind: 'cell', cell }
  const point = readPlusCode(text.replace(ADDRESS_OF_PLUS_CODE, '')) ?? readAddress(text) ?? readPair(text)
  if (point === null) {
    if (isReaderPlace(text)) return { kind: 'unreadable', message: nothingFound(text) }
    if (!isAddress(text)) return null
    return { kind: 'unreadable', message: t('This address has no coordinates. Type the name of the place instead.') }
  }
  const [lat, lng] = [roundedDegrees(point.lat), roundedDegrees(point.lng)]
  if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) return { kind: 'coordinates', lat, lng }
  const message = t(
    '“{text}” is not on Earth: enter the latitude (−90 to 90) first, then the longitude (−180 to 180).',
    { text },
  )
  return { kind: 'unreadable', message }
}

/** Returns the words for a text that names nothing: what can be typed. */
export function nothingFound(q: string): string {
  return `${t('No results for “{q}”.', { q })} ${t(
    'You can type the name of a place or an airport, coordinates, a plus code, the id of a hexagon, or the address of a map. Streets and postcodes are found only where the service knows them.',
  )}`
}

/**
 * Reads the point of a bare pair of numbers whose longitude comes first, as programs often write it; null where the text says which
 * is which, or there is no such point.
 */
export function readLongitudeFirst(raw: string): LatLng | null {
  const text = plainText(raw)
  const point = /[a-z]/i.test(text) ? null : readPair(text)
  if (point === null || Math.abs(point.lng) > 90) return null
  return { lat: roundedDegrees(point.lng), lng: roundedDegrees(point.lat) }
}

/** Rounds degrees to seven decimals; minutes and seconds often give endless ones, which would be shown. */
function roundedDegrees(degrees: number): number {
  return Number(degrees.toFixed(7))
}

function readPair(text: string): LatLng | null {
  const plain = text
    .replace(WELL_KNOWN_TEXT, '$2, $1')
    .replace(ZOOM_AFTER, '')
    .replaceAll('º', '°')
    .replaceAll(/(?<=[\d°'′’"″”] ?)O(?![a-z])/gi, (letter) => LETTER_O[speechNow().language] ?? letter)
    .replaceAll(UNMARKED, `$1°$2'$3"`)
    // As programs write points: {"lat":41.39,"lng":2.17}
    .replaceAll(/"([a-z]+)"/gi, '$1')
  const match = PAIR.exec(BRACKETS.exec(plain)?.[1] ?? plain)
  if (!match) return null
  const parts = match.slice(1)
  const [first, second] = [readAngle(parts.slice(0, PARTS_OF_ANGLE)), readAngle(parts.slice(PARTS_OF_ANGLE))]
  const isSwapped = first.axis === 'lng' || second.axis === 'lat'
  return isSwapped ? { lat: second.value, lng: first.value } : { lat: first.value, lng: second.value }
}

/** Reads the parts of an angle: a letter and the number after it, or a number and the letter after it. */
function readAngle(parts: readonly (string | undefined)[]) {
  const side = (parts[0] ?? parts[PARTS_OF_ANGLE - 1])?.toUpperCase()
  const [sign, degrees, minutes, seconds] = parts.slice(parts[0] === undefined ? 5 : 1)
  const size = numberOf(degrees) + numberOf(minutes) / 60 + numberOf(seconds) / 3600
  const isNegative = side === 'S' || side === 'W' || sign === '-' || sign === '−'
  return {
    value: isNegative ? -size : size,
    axis: side === undefined ? null : side === 'N' || side === 'S' ? ('lat' as const) : ('lng' as const),
  }
}

function numberOf(text = '0'): number {
  return Number(text.replace(',', '.'))
}
