-- All rows of one run, and whether each is to count: rows that another run now reads otherwise no longer do, and rows
-- that no other run has any more do again.
CREATE OR REPLACE TABLE run_row AS
WITH stored AS (
  SELECT * EXCLUDE (filename), filename = $listings AS counted
  FROM read_parquet($files, hive_partitioning = false, filename = true)
), judged AS (
  SELECT
    *,
    CASE
      WHEN counted THEN key NOT IN (SELECT key FROM demoted)
      ELSE key IN (SELECT key FROM lost)
    END AS counts
  FROM stored
)
SELECT * EXCLUDE (counted), counted <> counts AS moves FROM judged
