/** The attribution that the licences of the map data require. */
export const BASEMAP_ATTRIBUTION = '© OpenStreetMap contributors, GeoNames, Natural Earth'
