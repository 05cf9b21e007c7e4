import type { LatLng } from './distance.ts'
import { CORNERS_MAX } from './polygon.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** Steps in a degree: five decimals, about a metre. */
const STEPS = 1e5

/**
 * Writes corners as short text that needs no escaping in a URL: differences from the corner before in 1e-5 degrees, each
 * in groups of five bits, lowest first, as in Google's polylines but with the letters of base64url.
 */
export function formatCorners(corners: readonly LatLng[]): string {
  let [lat, lng] = [0, 0]
  return corners
    .map((corner) => {
      const [y, x] = [Math.round(corner.lat * STEPS), Math.round(corner.lng * STEPS)]
      const text = formatNumber(y - lat) + formatNumber(x - lng)
      ;[lat, lng] = [y, x]
      return text
    })
    .join('')
}

/** Reads what `formatCorners` writes; null for anything else, for points off the globe, and for more corners than may be. */
export function parseCorners(raw: string): LatLng[] | null {
  const numbers = parseNumbers(raw)
  if (numbers === null || numbers.length % 2 === 1 || numbers.length > 2 * CORNERS_MAX) return null
  const corners: LatLng[] = []
  let [y, x] = [0, 0]
  for (let at = 0; at < numbers.length; at += 2) {
    y += numbers[at] ?? 0
    x += numbers[at + 1] ?? 0
    corners.push({ lat: y / STEPS, lng: x / STEPS })
  }
  return corners.every(({ lat, lng }) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180) ? corners : null
}

function formatNumber(value: number): string {
  // The lowest bit is the sign.
  let rest = value < 0 ? -2 * value - 1 : 2 * value
  let text = ''
  while (rest >= 32) {
    text += ALPHABET[(rest % 32) + 32]
    rest = Math.floor(rest / 32)
  }
  return text + ALPHABET[rest]
}

/** No difference between two points takes more groups. */
const GROUPS_MAX = 6

function parseNumbers(raw: string): number[] | null {
  const numbers: number[] = []
  let [value, unit, groups] = [0, 1, 0]
  for (const letter of raw) {
    const bits = ALPHABET.indexOf(letter)
    if (bits === -1 || groups === GROUPS_MAX) return null
    value += (bits % 32) * unit
    unit *= 32
    groups += 1
    if (bits >= 32) continue
    numbers.push(value % 2 === 1 ? -(value + 1) / 2 : value / 2)
    ;[value, unit, groups] = [0, 1, 0]
  }
  return groups === 0 ? numbers : null
}
