COPY (SELECT * EXCLUDE (counts, moves) FROM run_row WHERE counts = $counts ORDER BY listed_on)
TO $file (FORMAT parquet, COMPRESSION zstd)
