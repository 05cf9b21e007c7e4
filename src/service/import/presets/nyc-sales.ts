import sql from './nyc-sales.sql?raw'
import { hasColumns, type Preset } from './preset.ts'

const SALE = ['BOROUGH', 'NEIGHBORHOOD', 'BUILDING CLASS CATEGORY', 'BLOCK', 'LOT', 'SALE PRICE', 'SALE DATE']

/** New York City's annualised sales; the rolling files of the Department of Finance have no positions. */
export const NYC_SALES: Preset = {
  name: 'nyc-sales',
  columns: {
    borough: ['BOROUGH'],
    neighborhood: ['NEIGHBORHOOD'],
    category: ['BUILDING CLASS CATEGORY'],
    block: ['BLOCK'],
    lot: ['LOT'],
    address: ['ADDRESS'],
    apartment_number: ['APARTMENT NUMBER'],
    residential_units: ['RESIDENTIAL UNITS'],
    commercial_units: ['COMMERCIAL UNITS'],
    gross_square_feet: ['GROSS SQUARE FEET'],
    sale_price: ['SALE PRICE'],
    sale_date: ['SALE DATE'],
    latitude: ['Latitude'],
    longitude: ['Longitude'],
  },
  required: ['borough', 'category', 'block', 'lot', 'sale_price', 'sale_date', 'gross_square_feet'],
  recognises: (header) => hasColumns(header, SALE),
  refuses: (header) =>
    hasColumns(header, ['Latitude', 'Longitude'])
      ? null
      : 'the rolling sales of New York City have no coordinates; import the annualised set, "NYC Citywide Annualized Calendar Sales Update", which has them',
  fields: {
    price: 'SALE PRICE',
    currency: '=USD',
    area_sqft: 'GROSS SQUARE FEET',
    lat: 'Latitude',
    lng: 'Longitude',
    date: 'SALE DATE',
    ad_sub_type: '=buy',
    property_type: 'BUILDING CLASS CATEGORY',
    country: '=us',
    city: '=New York',
    macrozone: 'BOROUGH',
    microzone: 'NEIGHBORHOOD',
  },
  dateOrder: 'mdy',
  sql,
}
