import { hasColumns, type Preset } from './preset.ts'
import sql from './properati.sql?raw'

/** Properati's open listings of Latin America, in the forms of 2020 (l1 to l6) and of before (place_name). */
export const PROPERATI: Preset = {
  name: 'properati',
  columns: {
    id: ['id'],
    ad_type: ['ad_type', 'type'],
    created_on: ['created_on', 'start_date'],
    lat: ['lat'],
    lon: ['lon'],
    country: ['l1', 'country_name'],
    region: ['l2', 'state_name'],
    city: ['l3'],
    macrozone: ['l4', 'place_name'],
    microzone: ['l5'],
    bedrooms: ['bedrooms'],
    rooms: ['rooms'],
    surface_total: ['surface_total', 'surface_total_in_m2'],
    surface_covered: ['surface_covered', 'surface_covered_in_m2'],
    price: ['price'],
    currency: ['currency'],
    price_period: ['price_period'],
    property_type: ['property_type'],
    operation: ['operation_type', 'operation'],
  },
  required: ['created_on', 'lat', 'lon', 'price', 'currency', 'property_type', 'operation', 'surface_covered'],
  recognises: (header) =>
    hasColumns(header, ['created_on', 'lat', 'lon', 'price', 'currency', 'property_type']) &&
    (hasColumns(header, ['l1', 'l2', 'surface_covered', 'operation_type']) ||
      hasColumns(header, ['place_name', 'place_with_parent_names', 'surface_covered_in_m2', 'operation'])),
  fields: {
    price: 'price',
    currency: 'currency',
    area: 'surface_covered',
    rooms: 'bedrooms',
    lat: 'lat',
    lng: 'lon',
    date: 'created_on',
    ad_sub_type: 'operation_type',
    property_type: 'property_type',
    country: 'l1',
    region: 'l2',
    city: 'l3',
    macrozone: 'l4',
    microzone: 'l5',
  },
  sql,
}
