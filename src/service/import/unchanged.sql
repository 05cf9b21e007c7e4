-- How many usable rows a file has, how many its earlier run had, and how many both have with the same reading.
SELECT
  (SELECT count(*) FROM judged WHERE reason IS NULL)::INTEGER AS usable,
  (SELECT count(*) FROM read_parquet($files, hive_partitioning = false))::INTEGER AS earlier,
  (SELECT count(*) FROM known WHERE is_same)::INTEGER AS same
