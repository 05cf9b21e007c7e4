import type { ExportTable } from './export-record.ts'

/** Returns records as a GeoJSON FeatureCollection (RFC 7946), with their columns as properties. */
export function recordsGeoJson({ records, outlines }: ExportTable): string {
  const features = records.map((properties, index) => ({
    type: 'Feature',
    ...(properties.h3 !== null && properties.h3 !== undefined && { id: properties.h3 }),
    geometry: outlines[index] ?? null,
    properties,
  }))
  return JSON.stringify({ type: 'FeatureCollection', features })
}
