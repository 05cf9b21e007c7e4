-- The last day of the listings up to $today; later days are typing errors.
SELECT max(listed_on)::VARCHAR AS day FROM read_parquet($files, hive_partitioning = false) WHERE listed_on <= $today::DATE
