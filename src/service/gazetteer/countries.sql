SELECT DISTINCT country FROM read_parquet($files) ORDER BY country
