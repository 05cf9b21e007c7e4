-- Compares the same table in two Parquet files: how many rows one has, and how many rows of either have no equal.

-- name: figure
SELECT
  count(*) FILTER (a.cell IS NOT NULL)::INTEGER AS rows,
  count(*) FILTER (
    a.cell IS NULL OR b.cell IS NULL
    OR a.estimated::BOOLEAN <> b.estimated::BOOLEAN
    OR a.listings <> b.listings
    OR a.median_price IS DISTINCT FROM b.median_price
    OR a.median_price_per_sqm IS DISTINCT FROM b.median_price_per_sqm
    OR a.median_area IS DISTINCT FROM b.median_area
    OR (a.average_price IS NULL) <> (b.average_price IS NULL)
    OR abs(a.average_price - b.average_price) > $tolerance::DOUBLE * abs(b.average_price)
  )::INTEGER AS different
FROM read_parquet($one) AS a
FULL JOIN read_parquet($other) AS b
  ON a.cell = b.cell AND a.ad_sub_type = b.ad_sub_type AND a.property_type = b.property_type AND a.rooms = b.rooms;

-- name: fact
-- Equal rows can occur more than once.
WITH
a AS (
  SELECT
    cell, ad_sub_type, property_type, rooms, price_usd, price_per_sqm_usd, area,
    kept_1m::BOOLEAN AS kept_1m, kept_3m::BOOLEAN AS kept_3m
  FROM read_parquet($one)
),
b AS (
  SELECT
    cell, ad_sub_type, property_type, rooms, price_usd, price_per_sqm_usd, area,
    kept_1m::BOOLEAN AS kept_1m, kept_3m::BOOLEAN AS kept_3m
  FROM read_parquet($other)
)
SELECT
  (SELECT count(*) FROM a)::INTEGER AS rows,
  ((SELECT count(*) FROM (FROM a EXCEPT ALL FROM b)) + (SELECT count(*) FROM (FROM b EXCEPT ALL FROM a)))::INTEGER
    AS different;

-- name: listing_cell
WITH
a AS (SELECT cell, country FROM read_parquet($one)),
b AS (SELECT cell, country FROM read_parquet($other))
SELECT
  (SELECT count(*) FROM a)::INTEGER AS rows,
  ((SELECT count(*) FROM (FROM a EXCEPT ALL FROM b)) + (SELECT count(*) FROM (FROM b EXCEPT ALL FROM a)))::INTEGER
    AS different
