-- The usable rows that a stored listing of another run equals, with its file, and whether it was read in the same way as
-- far as figures depend on it.
CREATE TABLE known AS
SELECT
  judged.n, judged.key, stored.filename AS file,
  (stored.country, stored.ad_sub_type, stored.property_type, stored.rooms, stored.price, stored.currency, stored.area, stored.cell, stored.listed_on)
    IS NOT DISTINCT FROM
  (judged.country, judged.ad_sub_type, judged.property_type, judged.rooms, judged.price, judged.currency, judged.area, judged.cell, judged.listed_on)
    AS is_same
FROM judged JOIN read_parquet($files, hive_partitioning = false, filename = true) stored USING (key)
WHERE judged.reason IS NULL
