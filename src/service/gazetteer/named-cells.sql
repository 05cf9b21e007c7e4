-- The number of listings by cell and chain; a chain is one combination of place names. A text of more than $longest
-- characters is not a name.
CREATE TABLE named_cell AS
SELECT
  dense_rank() OVER (ORDER BY country, region, province, city, macrozone, microzone)::INTEGER - 1 AS chain,
  *
FROM (
  SELECT
    country,
    CASE WHEN length(region) <= $longest THEN region END AS region,
    CASE WHEN length(province) <= $longest THEN province END AS province,
    CASE WHEN length(city) <= $longest THEN city END AS city,
    CASE WHEN length(macrozone) <= $longest THEN macrozone END AS macrozone,
    CASE WHEN length(microzone) <= $longest THEN microzone END AS microzone,
    cell, count(*) AS listings
  FROM read_parquet($files, hive_partitioning = false)
  GROUP BY ALL
)
WHERE coalesce(region, province, city, macrozone, microzone) IS NOT NULL
