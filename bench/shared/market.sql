-- Listings of an invented market, in the columns of kept listings. Listing i is always the same: macro draw(i, n) returns
-- the nth random number from 0 up to 1 for listing i. Table `spot` has the cells, by `tile` and `place` within it. The
-- densest cell of a tile has nineteen times the listings of the average one; all days have equally many.
COPY (
  WITH drawn AS (
    SELECT
      i,
      floor(draw(i, 0) * $tiles)::INTEGER AS tile,
      floor(draw(i, 1) ** 2 * 343)::INTEGER AS place,
      round(25 + 150 * draw(i, 2) ** 2) AS area,
      draw(i, 3) < 0.3 AS is_rent
    FROM range($listings::BIGINT) AS listing (i)
  )
  SELECT
    'bench-' || i AS key, 'bench' AS source, 'fr' AS country,
    CASE WHEN is_rent THEN 'rent' ELSE 'buy' END AS ad_sub_type,
    ['apartment', 'apartment', 'apartment', 'house', 'studio'][1 + floor(draw(i, 4) * 5)::INTEGER] AS property_type,
    floor(draw(i, 5) * 6)::TINYINT AS rooms,
    round(area * (CASE WHEN is_rent THEN 12 ELSE 3000 END) * (0.5 + draw(i, 6) + tile % 7 / 10)) AS price,
    'EUR' AS currency,
    CASE WHEN draw(i, 7) < 0.95 THEN area END AS area,
    lat, lng,
    $first_day::DATE + floor(draw(i, 8) * $days)::INTEGER AS listed_on,
    cell,
    NULL::VARCHAR AS region, NULL::VARCHAR AS province, NULL::VARCHAR AS city,
    NULL::VARCHAR AS macrozone, NULL::VARCHAR AS microzone
  FROM drawn JOIN spot USING (tile, place)
) TO $file (FORMAT parquet, COMPRESSION snappy)
