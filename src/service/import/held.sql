-- Rows that equal an imported listing.
INSERT INTO held SELECT n FROM judged WHERE reason IS NULL AND key IN (SELECT key FROM read_parquet($files, hive_partitioning = false))
