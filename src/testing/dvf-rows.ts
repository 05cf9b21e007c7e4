/** The columns of geo-dvf's files, in their order. */
export const DVF_HEADER = [
  ...['id_mutation', 'date_mutation', 'numero_disposition', 'nature_mutation', 'valeur_fonciere', 'adresse_numero'],
  ...['adresse_suffixe', 'adresse_nom_voie', 'adresse_code_voie', 'code_postal', 'code_commune', 'nom_commune'],
  ...['code_departement', 'ancien_code_commune', 'ancien_nom_commune', 'id_parcelle', 'ancien_id_parcelle'],
  ...['numero_volume', 'lot1_numero', 'lot1_surface_carrez', 'lot2_numero', 'lot2_surface_carrez', 'lot3_numero'],
  ...['lot3_surface_carrez', 'lot4_numero', 'lot4_surface_carrez', 'lot5_numero', 'lot5_surface_carrez', 'nombre_lots'],
  ...['code_type_local', 'type_local', 'surface_reelle_bati', 'nombre_pieces_principales', 'code_nature_culture'],
  ...['nature_culture', 'code_nature_culture_speciale', 'nature_culture_speciale', 'surface_terrain', 'longitude'],
  'latitude',
] as const

const SALE: Readonly<Record<string, string>> = {
  date_mutation: '2024-03-14',
  numero_disposition: '000001',
  nature_mutation: 'Vente',
  valeur_fonciere: '420000',
  adresse_numero: '12',
  adresse_nom_voie: 'RUE DE CHARONNE',
  adresse_code_voie: '1834',
  code_postal: '75011',
  code_commune: '75111',
  nom_commune: 'Paris 11e Arrondissement',
  code_departement: '75',
  id_parcelle: '75111000AB0001',
  nombre_lots: '0',
  longitude: '2.3789',
  latitude: '48.8534',
}

/** One row of such a file: a local, or a kind of land, of a sale. */
export function dvfRow(
  id: string,
  cells: Readonly<Partial<Record<(typeof DVF_HEADER)[number], string | undefined>>> = {},
): string {
  const row: Readonly<Record<string, string | undefined>> = { ...SALE, id_mutation: id, ...cells }
  return DVF_HEADER.map((name) => row[name] ?? '').join(',')
}
