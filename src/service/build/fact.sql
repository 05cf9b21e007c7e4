-- The listings of the three-month window before $as_of, in USD.
CREATE OR REPLACE TABLE fact AS
SELECT
  cell, country, ad_sub_type, property_type, room_group(rooms) AS rooms, currency,
  price * usd AS price_usd,
  price * usd / area AS price_per_sqm_usd,
  area,
  listed_on >= $last_month::DATE AS in_last_month
FROM read_parquet($files, hive_partitioning = false) LEFT JOIN rate USING (currency)
WHERE listed_on >= $start::DATE AND listed_on < $as_of::DATE
