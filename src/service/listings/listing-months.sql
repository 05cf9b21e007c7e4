SELECT strftime(listed_on, '%Y-%m-01') AS month, count(*)::INTEGER AS listings
FROM read_parquet($files, hive_partitioning = false) GROUP BY month ORDER BY month
