-- Per day, a digest of everything in its listings that figures depend on, to detect changes, and their countries.
SELECT
  listed_on::VARCHAR AS day,
  count(*)::INTEGER AS listings,
  bit_xor(hash(key, country, ad_sub_type, property_type, rooms, price, currency, area, cell))::VARCHAR AS digest,
  list(DISTINCT country ORDER BY country) AS countries
FROM read_parquet($files, hive_partitioning = false)
GROUP BY listed_on
ORDER BY listed_on
