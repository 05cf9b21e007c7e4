-- Invented listings, the same in every run: writes `listings` of them to the file `out`, from the `days` days before
-- `as_of`, spread over the `cells` rows of cell_rank (rank, cell). Low ranks are dense like town centres; the tail is long.
CREATE MACRO share(salt, i) AS hash(i::BIGINT, salt::VARCHAR) / 18446744073709551616.0;
COPY (
  SELECT
    'k' || i AS key, 'synthetic' AS source, 'es' AS country,
    CASE WHEN share('offer', i) < 0.8 THEN 'buy' ELSE 'rent' END AS ad_sub_type,
    ['apartment', 'apartment', 'apartment', 'house', 'house', 'studio', 'office', 'land']
      [1 + floor(8 * share('type', i))::INTEGER] AS property_type,
    CASE WHEN share('known', i) < 0.95 THEN floor(7 * share('rooms', i))::TINYINT END AS rooms,
    round(1500 * area * (0.5 + share('price', i)) * (1 + cell_rank.rank % 100 / 50), -2) AS price,
    'EUR' AS currency,
    CASE WHEN share('measured', i) < 0.97 THEN area END AS area,
    41.0 AS lat, 2.0 AS lng,
    (getvariable('as_of') - 1 - floor(getvariable('days') * share('day', i))::INTEGER)::DATE AS listed_on,
    cell,
    NULL::VARCHAR AS region, NULL::VARCHAR AS province, NULL::VARCHAR AS city, NULL::VARCHAR AS macrozone,
    NULL::VARCHAR AS microzone
  FROM (SELECT i, round(30 + 120 * share('area', i)) AS area FROM range(getvariable('listings')) AS row (i))
  JOIN cell_rank
    ON cell_rank.rank = floor(getvariable('cells') * pow(share('cell', i), 3))::BIGINT
  ORDER BY listed_on
) TO (getvariable('out')) (FORMAT parquet, COMPRESSION snappy)
