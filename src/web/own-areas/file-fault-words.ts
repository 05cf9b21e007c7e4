import { CORNERS_MAX, type PolygonFault, REACH_KM_MAX } from '../../domain/polygon.ts'
import { t } from '../language/translate.ts'
import type { RefusedFile } from './opened-file.ts'

/** More names of columns would only fill the panel. */
const COLUMNS_NAMED = 8

/** Says why nothing of a file can be compared, and what would be right. */
export function fileFaultWords(fault: RefusedFile['fault']): string {
  switch (fault.kind) {
    case 'not_loaded':
      return t('The part of the page that reads files could not be loaded. Open the file again.')
    case 'too_large':
      return t('The file is larger than 50 MB. Open one with fewer or simpler outlines.')
    case 'too_many':
      return t('The file has so many entries that reading it would stop the page. Open a part of it.')
    case 'unreadable':
      return t('The file could not be read. GeoJSON, KML, KMZ, GPX and CSV can be.')
    case 'no_shapes':
      return t('The file has no outlines or points.')
    case 'only_lines':
      return t('The file has only lines. Outlines and points can be compared.')
    case 'not_degrees':
      return t('The coordinates {found} are not in degrees. Export the file in WGS 84 (EPSG:4326).', {
        found: fault.found.slice(0, 60),
      })
    case 'no_coordinates':
      return t('No column is called “lat” or “lng”. Found: {columns}', {
        columns: fault.columns.slice(0, COLUMNS_NAMED).join(', ').slice(0, 200),
      })
  }
}

/** Says why an outline of a file is no area. */
export function outlineFaultWords(fault: PolygonFault): string {
  switch (fault) {
    case 'crossing':
      return t('Its edges cross each other.')
    case 'too_many':
      return t('Too winding to be simplified to {most, number} corners.', { most: CORNERS_MAX })
    case 'too_large':
      return t('Too large: more than {most, number} km from its middle to a corner.', { most: REACH_KM_MAX })
    case 'pole':
      return t('It surrounds a pole.')
    case 'too_few':
    case 'flat':
      return t('It encloses no area.')
  }
}
