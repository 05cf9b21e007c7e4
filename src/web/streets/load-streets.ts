import { Protocol } from 'pmtiles'
import { readSource } from './read-source.ts'
import { type StreetStyle, streetStyle } from './street-layers.ts'

/** Streets that can be drawn. */
export interface Streets {
  readonly styleOf: (theme: 'light' | 'dark') => StreetStyle
  readonly attribution: string
  /** True when tiles cover the whole world, coasts included. */
  readonly isWorld: boolean
}

/** Reads the map's tiles from .pmtiles files; it is given to the map library as the protocol `pmtiles`. */
export const readArchiveTile = new Protocol().tile

/** Reads what an address leads to; throws a `StreetsError`, or the reason of the signal. */
export async function loadStreets(address: string, signal: AbortSignal): Promise<Streets> {
  const source = await abortable(readSource(address, signal), signal)
  const [west, , east] = source.bounds
  return {
    styleOf: (theme) => streetStyle(source, theme),
    attribution: source.attribution,
    isWorld: east - west > 350 && source.minZoom === 0,
  }
}

/** The reader of .pmtiles files takes no signal. */
function abortable<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}
