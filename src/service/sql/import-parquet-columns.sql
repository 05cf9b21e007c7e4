SELECT column_name FROM (DESCRIBE SELECT * FROM read_parquet($file))
