import type { Logger } from 'pino'
import type { Geocoder, GeocoderAddress } from './geocoder.ts'
import { openRemoteGeocoder } from './remote-geocoder.ts'

const NOWHERE: Geocoder = { find: async () => null, close: () => undefined }

/** Opens the geocoder at `address`; while it fails, which is logged, and without an address, it finds nothing. */
export function openGeocoder(address: GeocoderAddress | null, log: Logger): Geocoder {
  if (address === null) return NOWHERE
  const remote = openRemoteGeocoder(address)
  return {
    async find(query, country) {
      try {
        return await remote.find(query, country)
      } catch (err) {
        log.warn({ err, geocoder: address.kind }, 'the geocoder failed; search finds only zones and GeoNames’ places')
        return null
      }
    },
    close: () => remote.close(),
  }
}
