-- Kept rows by repair; a row can have several repairs.
WITH kept AS (
  SELECT area_repair, rooms_repair, price_repair, country_repair, is_respelled, swapped.n IS NOT NULL AS is_swapped,
    converted.n IS NOT NULL AS is_converted,
    count(*) AS rows
  FROM judged ANTI JOIN held USING (n) LEFT JOIN swapped USING (n) LEFT JOIN converted USING (n)
  WHERE reason IS NULL
  GROUP BY ALL
), kinds AS (
  SELECT rows, unnest([
    area_repair, rooms_repair, price_repair, country_repair,
    CASE WHEN is_respelled THEN 'place name changed to its most common spelling' END,
    CASE WHEN is_swapped THEN 'swapped latitude and longitude, corrected' END,
    CASE WHEN is_converted THEN 'metres of Web Mercator (EPSG:3857), converted to degrees' END
  ]) AS kind
  FROM kept
)
SELECT kind, sum(rows)::INTEGER AS rows FROM kinds WHERE kind IS NOT NULL GROUP BY kind ORDER BY rows DESC, kind
