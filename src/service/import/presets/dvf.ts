import sql from './dvf.sql?raw'
import { hasColumns, named, type Preset } from './preset.ts'

const REQUIRED = ['id_mutation', 'date_mutation', 'nature_mutation', 'valeur_fonciere', 'code_type_local', 'latitude']

/** France's open transactions as geo-dvf publishes them: one row for each local and kind of land of each parcel. */
export const DVF: Preset = {
  name: 'dvf',
  columns: named(
    ...REQUIRED,
    ...['longitude', 'adresse_numero', 'adresse_suffixe', 'adresse_code_voie', 'code_commune', 'nom_commune'],
    ...['code_departement', 'id_parcelle', 'lot1_numero', 'surface_reelle_bati', 'nombre_pieces_principales'],
    ...['code_nature_culture', 'code_nature_culture_speciale', 'surface_terrain'],
  ),
  required: [...REQUIRED, 'longitude', 'surface_reelle_bati'],
  // Also with fewer columns: its rows are not sales of their own, and each would count at the price of all.
  recognises: (header) => hasColumns(header, ['id_mutation', 'nature_mutation', 'valeur_fonciere']),
  fields: {
    price: 'valeur_fonciere',
    currency: '=EUR',
    area: 'surface_reelle_bati',
    rooms: 'nombre_pieces_principales',
    lat: 'latitude',
    lng: 'longitude',
    date: 'date_mutation',
    ad_sub_type: '=buy',
    property_type: 'code_type_local',
    country: '=fr',
    city: 'nom_commune',
  },
  sql,
}
