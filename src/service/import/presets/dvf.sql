-- A sale (id_mutation) has one row for each of its locals and for each kind of land of their parcels: a house on a parcel
-- with garden and meadow has two rows that differ only in the land. Local types: 1 house, 2 flat, 3 outbuilding, 4 trade.
CREATE TABLE dvf_local AS
SELECT
  id_mutation, code_type_local, id_parcelle, adresse_numero, adresse_suffixe, adresse_code_voie, lot1_numero,
  surface_reelle_bati, nombre_pieces_principales, max(rows) AS locals
FROM (
  -- Rows that are equal in everything are as many locals; those that differ in the land are one.
  SELECT
    id_mutation, code_type_local, id_parcelle, adresse_numero, adresse_suffixe, adresse_code_voie, lot1_numero,
    surface_reelle_bati, nombre_pieces_principales, code_nature_culture, code_nature_culture_speciale, surface_terrain,
    count(*) AS rows
  FROM source_row WHERE code_type_local IN ('1', '2') GROUP BY ALL
)
GROUP BY ALL;

CREATE TABLE dvf_sale AS
WITH counted AS (
  SELECT
    id_mutation,
    bool_and(nature_mutation IS NOT DISTINCT FROM 'Vente') AS is_sale,
    count(DISTINCT valeur_fonciere) AS prices,
    count(DISTINCT date_mutation) AS days,
    bool_or(code_type_local = '4') AS has_trade,
    -- The row of its dwelling, one with a position if possible.
    arg_min(n, (latitude IS NULL, n)) FILTER (code_type_local IN ('1', '2')) AS main
  FROM source_row GROUP BY id_mutation
)
SELECT
  counted.*,
  CASE
    WHEN id_mutation IS NULL THEN 'no id_mutation'
    WHEN NOT is_sale THEN 'not a plain sale: nature_mutation is not Vente'
    WHEN prices > 1 OR days > 1 THEN 'several prices or days in one sale'
    WHEN has_trade THEN 'sale with business premises'
    WHEN coalesce(dwellings, 0) = 0 THEN 'sale without a dwelling'
    WHEN dwellings > 1 THEN 'sale of several dwellings'
  END AS reason
FROM counted LEFT JOIN (SELECT id_mutation, sum(locals) AS dwellings FROM dvf_local GROUP BY id_mutation) USING (id_mutation);

INSERT INTO set_aside
SELECT n, coalesce(reason, CASE WHEN dvf_sale.id_mutation IS NULL THEN 'no id_mutation' END)
FROM source_row LEFT JOIN dvf_sale USING (id_mutation)
WHERE dvf_sale.id_mutation IS NULL OR reason IS NOT NULL OR n <> main;

-- id_mutation changes from edition to edition, so a sale is known by what it is.
INSERT INTO cells BY NAME
SELECT
  n,
  md5(concat_ws(
    chr(31), date_mutation, valeur_fonciere, code_commune, coalesce(adresse_numero, ''), coalesce(adresse_suffixe, ''),
    coalesce(adresse_code_voie, ''), code_type_local, coalesce(surface_reelle_bati, ''),
    coalesce(nombre_pieces_principales, '')
  )) AS content,
  valeur_fonciere AS price,
  'EUR' AS currency,
  surface_reelle_bati AS area,
  -- 0 stands for unknown: dwellings have at least one main room.
  nullif(nombre_pieces_principales, '0') AS rooms,
  latitude AS lat,
  longitude AS lng,
  date_mutation AS date,
  'buy' AS ad_sub_type,
  CASE code_type_local WHEN '1' THEN 'house' ELSE 'apartment' END AS property_type,
  'fr' AS country,
  coalesce(nullif(regexp_extract(nom_commune, '^(Paris|Lyon|Marseille) \d+er? Arrondissement$', 1), ''), nom_commune) AS city,
  CASE WHEN regexp_matches(nom_commune, '^(Paris|Lyon|Marseille) \d+er? Arrondissement$') THEN nom_commune END AS macrozone
FROM source_row JOIN dvf_sale USING (id_mutation)
WHERE reason IS NULL AND n = main
