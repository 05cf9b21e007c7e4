SELECT column_name, regexp_matches(column_type, '^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL)') AS is_number,
  column_type = 'BLOB' AS is_binary
FROM (DESCRIBE SELECT * FROM read_parquet($file, hive_partitioning = false))
