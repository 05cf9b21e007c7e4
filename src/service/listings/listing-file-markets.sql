-- The markets in one file of listings, and the sources of their rows.
SELECT country, list(DISTINCT source ORDER BY source) AS sources
FROM read_parquet($file, hive_partitioning = false) GROUP BY country ORDER BY country
