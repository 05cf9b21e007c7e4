import type { GeoId } from '../../domain/place.ts'
import { t } from '../language/translate.ts'
import { RequestError } from '../requests/http.ts'

/** The error of a place that the service does not have, such as one that an old link names, in the reader's language. */
export function unknownPlace(geoId: GeoId): RequestError {
  return new RequestError('unknown_place', t('The service has no place with the id “{id}”.', { id: geoId }), null, null)
}

/** Passes on what is read of a place, with that error instead of the service's own words. */
export async function ofPlace<Read>(geoId: GeoId, reading: Promise<Read>): Promise<Read> {
  try {
    return await reading
  } catch (error) {
    throw error instanceof RequestError && error.code === 'unknown_place' ? unknownPlace(geoId) : error
  }
}
