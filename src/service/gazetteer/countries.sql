SELECT DISTINCT country FROM read_parquet($files, hive_partitioning = false) ORDER BY country
