-- Texts in the columns of places that are longer than a name can be, and how many listings have one.
SELECT count(*)::INTEGER AS listings, left(min(name), 40) AS sample
FROM (
  SELECT unnest([region, province, city, macrozone, microzone]) AS name
  FROM read_parquet($files, hive_partitioning = false)
)
WHERE length(name) > $longest
