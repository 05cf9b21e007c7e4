-- Computes what a build computes for one period, as plainly as DuckDB's SQL allows: one statement after the other, every
-- resolution and every set of filters at once. The program sets $files, $start, $last_month, $as_of, $trim and $out, and
-- the tables rate (currency, usd), minimum (resolution, listings) and ring (cell, near: each cell with itself and its
-- neighbours), which SQL cannot compute.
CREATE MACRO parent(cell, r) AS ((cell - ((8 - r)::BIGINT << 52)) | ((1::BIGINT << (3 * (15 - r))) - 1));

CREATE TABLE fact AS
SELECT
  cell, country, ad_sub_type, property_type,
  CASE WHEN rooms IS NULL THEN -1 WHEN rooms > 5 THEN 5 ELSE rooms END AS rooms,
  price * usd AS price_usd,
  price * usd / area AS price_per_sqm_usd,
  area,
  listed_on >= getvariable('last_month') AS in_last_month,
  -- Whole numbers before the rate, so that equal quotients stay equal.
  coalesce(round(price * 1e4) / greatest(round(area * 1e8), 1), price) * usd AS measure
FROM read_parquet(getvariable('files')) JOIN rate USING (currency)
WHERE listed_on >= getvariable('start') AND listed_on < getvariable('as_of');

-- One row for each window in which a listing remains after the trim.
CREATE TABLE trimmed AS
WITH windowed AS (
  SELECT *, 3 AS months FROM fact
  UNION ALL SELECT *, 1 FROM fact WHERE in_last_month
), band AS (
  SELECT
    months, country, ad_sub_type, property_type, rooms, area IS NULL AS unmeasured,
    quantile_disc(measure, getvariable('trim')) AS low,
    -quantile_disc(-measure, getvariable('trim')) AS high
  FROM windowed GROUP BY ALL
)
SELECT windowed.*
FROM windowed JOIN band USING (months, country, ad_sub_type, property_type, rooms)
WHERE unmeasured = (area IS NULL) AND measure BETWEEN low AND high;

-- Each listing at each resolution, once for every lens: its own type or any (''), its own rooms or any (-1).
CREATE TABLE member AS
SELECT
  resolution, parent(cell, resolution) AS cell, ad_sub_type,
  CASE WHEN any_type THEN '' ELSE property_type END AS property_type,
  CASE WHEN any_rooms THEN -1 ELSE rooms END AS rooms,
  price_usd, price_per_sqm_usd, area
FROM trimmed
JOIN minimum ON months = CASE WHEN resolution <= 6 THEN 1 ELSE 3 END
CROSS JOIN (VALUES (true), (false)) AS types (any_type)
-- Listings with unknown rooms have -1 themselves, which is any.
JOIN (VALUES (true), (false)) AS numbers (any_rooms) ON any_rooms OR rooms <> -1;

-- Medians cost most, so they are computed only for groups with enough listings.
CREATE TABLE own AS
SELECT resolution, cell, ad_sub_type, property_type, rooms, count(area) AS with_area FROM member GROUP BY ALL;

CREATE TABLE observed AS
SELECT
  resolution, cell, ad_sub_type, property_type, rooms, count(*) AS listings, median(price_usd) AS median_price,
  median(price_per_sqm_usd) AS median_price_per_sqm, median(area) AS median_area, avg(price_usd) AS average_price
FROM member SEMI JOIN (FROM own JOIN minimum USING (resolution) WHERE with_area >= minimum.listings) AS enough
  USING (resolution, cell, ad_sub_type, property_type, rooms)
GROUP BY ALL;

CREATE TABLE pool AS
SELECT own.resolution, own.cell, own.ad_sub_type, own.property_type, own.rooms
FROM own
JOIN minimum ON minimum.resolution = own.resolution AND own.with_area < minimum.listings
JOIN ring ON ring.cell = own.cell
JOIN own AS near
  ON near.cell = ring.near AND near.ad_sub_type = own.ad_sub_type
  AND near.property_type = own.property_type AND near.rooms = own.rooms
GROUP BY ALL HAVING sum(near.with_area) >= any_value(minimum.listings);

CREATE TABLE estimated AS
SELECT
  pool.resolution, pool.cell, pool.ad_sub_type, pool.property_type, pool.rooms,
  count(*) AS listings, median(price_usd) AS median_price, median(price_per_sqm_usd) AS median_price_per_sqm,
  median(area) AS median_area, avg(price_usd) AS average_price
FROM pool
JOIN ring ON ring.cell = pool.cell
JOIN member
  ON member.cell = ring.near AND member.ad_sub_type = pool.ad_sub_type
  AND member.property_type = pool.property_type AND member.rooms = pool.rooms
GROUP BY ALL;

COPY (
  SELECT false AS estimated, * FROM observed UNION ALL SELECT true, * FROM estimated
  ORDER BY ad_sub_type, property_type, rooms, cell
) TO (getvariable('out')) (FORMAT parquet);
