SELECT
  any_value(source) AS source, country, currency, count(*)::INTEGER AS rows,
  min(listed_on)::VARCHAR AS first_day, max(listed_on)::VARCHAR AS last_day
FROM read_parquet($file, hive_partitioning = false)
GROUP BY country, currency ORDER BY country, rows DESC, currency
