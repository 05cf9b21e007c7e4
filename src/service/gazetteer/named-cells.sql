-- The number of listings by cell and chain; a chain is one combination of place names.
CREATE TABLE named_cell AS
SELECT
  dense_rank() OVER (ORDER BY country, region, province, city, macrozone, microzone)::INTEGER - 1 AS chain,
  *
FROM (
  SELECT country, region, province, city, macrozone, microzone, cell, count(*) AS listings
  FROM read_parquet($files, hive_partitioning = false)
  WHERE coalesce(region, province, city, macrozone, microzone) IS NOT NULL
  GROUP BY ALL
)
