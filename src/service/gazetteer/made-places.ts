/** The `source` of places that names in listings make. */
export const NAMES_SOURCE = 'names of listings'
/** The `source` of places that are towns of GeoNames. */
export const TOWNS_SOURCE = 'GeoNames'

/** What a country's places were made of. */
export interface PlacesReport {
  country: string
  source: typeof NAMES_SOURCE | typeof TOWNS_SOURCE
  places: number
  cells: number
  /** Names for which there are places with borders of their own, which stay instead. */
  given_way: number
}

/** The report of a country among those begun. */
export function reportOf(reports: PlacesReport[], country: string, source: PlacesReport['source']): PlacesReport {
  const begun = reports.find((report) => report.country === country && report.source === source)
  if (begun) return begun
  const report = { country, source, places: 0, cells: 0, given_way: 0 }
  reports.push(report)
  return report
}
