/** The `source` of places created from names in listings. */
export const NAMES_SOURCE = 'names of listings'
/** The `source` of places created from GeoNames' towns. */
export const TOWNS_SOURCE = 'GeoNames'

/** The places created for a country from one source. */
export interface PlacesReport {
  country: string
  source: typeof NAMES_SOURCE | typeof TOWNS_SOURCE
  places: number
  cells: number
  /** Names without a new place, because a place with borders already stands for them. */
  given_way: number
}

/** The report for a country and source, added to `reports` if missing. */
export function reportOf(reports: PlacesReport[], country: string, source: PlacesReport['source']): PlacesReport {
  const begun = reports.find((report) => report.country === country && report.source === source)
  if (begun) return begun
  const report = { country, source, places: 0, cells: 0, given_way: 0 }
  reports.push(report)
  return report
}
