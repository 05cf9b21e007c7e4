import type { Logger } from 'pino'
import { openEmbeddedGeocoder } from './embedded-geocoder.ts'
import type { Geocoder, GeocoderAddress } from './geocoder.ts'
import { openRemoteGeocoder } from './remote-geocoder.ts'

/** Opens the geocoder at `address`, with GeoNames' towns as fallback; without an address, GeoNames' towns alone. */
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
        log.warn({ err, geocoder: address.kind }, 'the geocoder failed; using GeoNames instead')
        return embedded.find(query, country)
      }
    },
    close() {
      remote.close()
      embedded.close()
    },
  }
}
