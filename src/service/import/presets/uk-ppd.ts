import { hasColumns, type Preset } from './preset.ts'
import sql from './uk-ppd.sql?raw'

const NAMES = [
  ...['transaction_id', 'price', 'date_of_transfer', 'postcode', 'property_type', 'old_new', 'duration', 'paon'],
  ...['saon', 'street', 'locality', 'town_city', 'district', 'county', 'category_type', 'record_status'],
]
const TRANSACTION = /^\{[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}\}$/i

/** HM Land Registry's Price Paid Data: sixteen columns without a header, and neither positions nor areas. */
export const UK_PPD: Preset = {
  name: 'uk-ppd',
  headerless: NAMES,
  columns: Object.fromEntries(NAMES.map((name) => [name, [name]])),
  required: NAMES,
  // Rejected rows have a header.
  recognises: (first) =>
    first.length === NAMES.length && (TRANSACTION.test(first[0] ?? '') || hasColumns(first, NAMES)),
  fields: {
    price: 'price',
    currency: '=GBP',
    date: 'date_of_transfer',
    ad_sub_type: '=buy',
    property_type: 'property_type',
    country: '=gb',
    region: 'county',
    province: 'district',
    city: 'town_city',
    microzone: 'locality',
  },
  sql,
}
