import type { LatLng } from '../../../domain/distance.ts'

/** Open Location Codes: https://github.com/google/open-location-code/blob/main/Documentation/Specification/specification.md */
const DIGITS = '23456789CFGHJMPQRVWX'
const FULL = new RegExp(`^(?:[${DIGITS}]{8}|[${DIGITS}]{6}00|[${DIGITS}]{4}0000)\\+(?:[${DIGITS}]{2,7})?$`)
/** A code without its first four digits, which name its square of one degree, and the place given in their stead. */
const SHORT = new RegExp(`^([${DIGITS}]{4}\\+[${DIGITS}]{2,7})[ ,]+(.+)$`, 'i')
/** The degrees that one step of the first digit stands for, in full and in short codes. */
const FULL_STEP = 20
const SHORT_STEP = 1 / 20
/** A code has five pairs of digits for latitude and longitude; each further digit stands for both. */
const PAIRED = 10
const ROWS = 5
const COLUMNS = 4

export interface ShortPlusCode {
  readonly code: string
  readonly place: string
}

/** Returns the middle of a full plus code, such as `8FH495W7+9G`; null for any other text. */
export function readPlusCode(text: string): LatLng | null {
  const code = text.toUpperCase()
  if (!FULL.test(code)) return null
  const { lat, lng } = middleOf(code, FULL_STEP, PAIRED)
  return { lat: lat - 90, lng: lng - 180 }
}

/** Reads a short plus code with its place, such as `95W7+9G Barcelona, Spain`; null for any other text. */
export function readShortPlusCode(text: string): ShortPlusCode | null {
  const [, code, place] = SHORT.exec(text.trim()) ?? []
  return code && place ? { code: code.toUpperCase(), place } : null
}

/** Returns the point with this short code that is nearest to its place. */
export function locateShortPlusCode({ code }: ShortPlusCode, place: LatLng): LatLng {
  const within = middleOf(code, SHORT_STEP, PAIRED - 4)
  const lng = within.lng + Math.round(place.lng - within.lng)
  return {
    lat: Math.max(-90, Math.min(90, within.lat + Math.round(place.lat - within.lat))),
    lng: lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng,
  }
}

/** The middle of a code's area, in degrees from the origin of its first digits, whose steps have this size. */
function middleOf(code: string, step: number, paired: number): LatLng {
  const digits = [...code.replace(/[+0]/g, '')].map((digit) => DIGITS.indexOf(digit))
  let [lat, lng, height, width] = [0, 0, step * DIGITS.length, step * DIGITS.length]
  for (let at = 0; at < digits.length; at += at < paired ? 2 : 1) {
    const [first = 0, second = 0] = digits.slice(at)
    const isPair = at < paired
    height /= isPair ? DIGITS.length : ROWS
    width /= isPair ? DIGITS.length : COLUMNS
    lat += height * (isPair ? first : Math.floor(first / COLUMNS))
    lng += width * (isPair ? second : first % COLUMNS)
  }
  const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6
  return { lat: rounded(lat + height / 2), lng: rounded(lng + width / 2) }
}
