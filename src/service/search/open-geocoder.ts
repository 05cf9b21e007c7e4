import type { Logger } from 'pino'
import { openEmbeddedGeocoder } from './embedded-geocoder.ts'
import type { Geocoder, GeocoderAddress } from './geocoder.ts'
import { openRemoteGeocoder } from './remote-geocoder.ts'

/** GeoNames' towns; with an address the geocoder there, for which GeoNames steps in while it fails. */
export function openGeocoder(
  address: GeocoderAddress | null,
  log: Logger,
  embedded = openEmbeddedGeocoder(log),
): Geocoder {
  if (address === null) return embedded
  const remote = openRemoteGeocoder(address)
  return {
    async find(query, country) {
      try {
        return await remote.find(query, country)
      } catch (err) {
        log.warn({ err, geocoder: address.kind }, 'the geocoder failed; GeoNames answers in its place')
        return embedded.find(query, country)
      }
    },
    close() {
      remote.close()
      embedded.close()
    },
  }
}
