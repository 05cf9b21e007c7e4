import type { Tables } from '../storage/sqlite.ts'
import schema from './places.sql?raw'

/** The tables of places.sqlite. */
export const PLACE_TABLES: Tables = { of: 'places', first: ['place', 'place_cell'], form: 0, schema }
