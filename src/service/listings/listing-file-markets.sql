-- The markets in one file of listings; `simulated` when they belong to the demonstration.
SELECT country, bool_or(source = 'demo') AS simulated FROM read_parquet($file, hive_partitioning = false) GROUP BY country ORDER BY country
