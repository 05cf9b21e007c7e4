import { hasColumns, type Preset } from './preset.ts'

const REASON =
  'the prices of Inside Airbnb are for holiday lets by the night, and figures are of sales and monthly rents; mixing them would say nothing about housing. Nothing was imported'

/** Inside Airbnb's listings, which are refused. */
export const INSIDE_AIRBNB: Preset = {
  name: 'inside-airbnb',
  columns: {},
  required: [],
  recognises: (header) => hasColumns(header, ['host_id', 'minimum_nights', 'room_type', 'price', 'latitude']),
  refuses: () => REASON,
  fields: {},
  sql: '',
}
