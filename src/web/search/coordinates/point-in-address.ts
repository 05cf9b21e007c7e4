import type { LatLng } from '../../../domain/distance.ts'

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d+)?)`
const LATITUDE = `[?&#](?:m?lat|latitude)=${NUMBER}(?=[&#]|$)`
const LONGITUDE = `[?&#](?:m?lon|lng|long|longitude)=${NUMBER}(?=[&#]|$)`
const PARAMETERS = 'q|query|ll|sll|center|coordinate|destination|at|cp|map|to'
/** Patterns of a point in addresses of maps, latitude first. Those of a marked point come before those of the map's middle. */
const IN_ADDRESSES = [
  `^geo:.*[?&]q=${NUMBER},${NUMBER}`,
  `^geo:${NUMBER},${NUMBER}`,
  `^https?://.*!3d${NUMBER}!4d${NUMBER}`,
  `^https?://(?=.*${LATITUDE}).*${LONGITUDE}`,
  `^https?://.*[?&](?:${PARAMETERS})=(?:loc:|ll\\.)?${NUMBER}[,~]\\+*${NUMBER}`,
  // The destination of a route.
  `^https?://[^?#]*/dir/(?:[^@?#]*/)?${NUMBER},\\+*${NUMBER}(?=/?$|/@|/data|[?#])`,
  `^https?://.*/(?:place|search|l)/${NUMBER},\\+*${NUMBER}`,
  `^https?://.*[/?&]@${NUMBER},${NUMBER}`,
  `^https?://.*#(?:map=)?[\\d.]+/${NUMBER}/${NUMBER}`,
].map((pattern) => new RegExp(pattern, 'i'))
const RUSSIAN = String.raw`^https?://(?:[\w-]+\.)*(?:yandex|2gis)\.[a-z.]+/.*?`
/** Maps that write the longitude first. */
const LONGITUDE_FIRST = ['[?&]pt=', '/geo/(?:\\d+/)?', '[?&](?:ll|m)='].map(
  (before) => new RegExp(`${RUSSIAN}${before}${NUMBER},${NUMBER}`, 'i'),
)
const ADDRESS = /^(?:https?|geo):/i
/** An address as browsers show it: a host name and a path, without the scheme. */
const BARE_ADDRESS = /^(?:[a-z\d-]+\.)+[a-z]{2,}\/\S+$/i

/** Whether a text is an address, with or without a point. */
export function isAddress(text: string): boolean {
  return ADDRESS.test(text)
}

/** Reads the point in the address of a map; null where there is none, and for other texts. */
export function readAddress(raw: string): LatLng | null {
  const address = BARE_ADDRESS.test(raw) ? `https://${raw}` : raw
  if (!isAddress(address)) return null
  const text = address.replaceAll(/%2C/gi, ',').replaceAll(/%20/g, '+')
  const swapped = firstPair(LONGITUDE_FIRST, text)
  if (swapped !== null) return { lat: swapped[1], lng: swapped[0] }
  const pair = firstPair(IN_ADDRESSES, text)
  return pair && { lat: pair[0], lng: pair[1] }
}

function firstPair(patterns: readonly RegExp[], text: string): readonly [number, number] | null {
  for (const pattern of patterns) {
    const [, first, second] = pattern.exec(text) ?? []
    if (first !== undefined && second !== undefined) return [Number(first), Number(second)]
  }
  return null
}
