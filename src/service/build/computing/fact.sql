-- The listings of the three-month window before $as_of, in USD.
CREATE OR REPLACE TABLE fact AS
SELECT
  cell, country, ad_sub_type, property_type, room_group(rooms) AS rooms, currency,
  price * usd AS price_usd,
  price * usd / area AS price_per_sqm_usd,
  area,
  -- What the trim compares, in the order of the price per m², or of the price where there is no area. Prices count in
  -- ten thousandths and areas in hundred millionths, which are whole numbers, so equal quotients are equal as doubles
  -- too: the rate multiplies them last, and cannot separate them.
  CASE
    WHEN area IS NULL THEN price * usd
    ELSE round(price * 1e4) / greatest(round(area * 1e8), 1) * usd
  END AS measure,
  listed_on >= $last_month::DATE AS in_last_month
FROM read_parquet($files, hive_partitioning = false) LEFT JOIN rate USING (currency)
WHERE listed_on >= $start::DATE AND listed_on < $as_of::DATE
