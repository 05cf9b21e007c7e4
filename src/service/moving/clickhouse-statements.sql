-- Moving a period from and to ClickHouse, as Parquet. Ids of cells are signed in files.

-- name: readFigure
SELECT
  toString(ad_sub_type) AS ad_sub_type, toString(property_type) AS property_type, rooms, toInt64(cell) AS cell, estimated,
  listings, median_price, median_price_per_sqm, median_area, average_price
FROM figure WHERE build = {build:String} AND ({share}) FORMAT Parquet;

-- name: readFact
SELECT
  toInt64(cell) AS cell, toString(ad_sub_type) AS ad_sub_type, toString(property_type) AS property_type, rooms,
  price_usd, price_per_sqm_usd, area, kept_1m, kept_3m
FROM fact WHERE build = {build:String} AND ({share}) FORMAT Parquet;

-- name: readListingCell
SELECT toInt64(cell) AS cell, toString(country) AS country FROM listing_cell WHERE build = {build:String} AND ({share}) FORMAT Parquet;

-- name: joinParts
-- In DuckDB.
COPY (SELECT * FROM read_parquet($parts)) TO $file (FORMAT parquet);

-- name: addFigure
INSERT INTO figure
SELECT
  {build:String}, ad_sub_type, property_type, rooms, toUInt64(cell), estimated, listings,
  median_price, median_price_per_sqm, median_area, average_price
FROM input(
  'ad_sub_type String, property_type String, rooms Int8, cell Int64, estimated Bool, listings UInt32, median_price Nullable(Float64), median_price_per_sqm Nullable(Float64), median_area Nullable(Float64), average_price Nullable(Float64)'
) FORMAT Parquet;

-- name: addFact
INSERT INTO fact
SELECT
  {build:String}, toUInt64(cell), ad_sub_type, property_type, rooms, price_usd, price_per_sqm_usd, area, kept_1m, kept_3m
FROM input(
  'cell Int64, ad_sub_type String, property_type String, rooms Int8, price_usd Float64, price_per_sqm_usd Nullable(Float64), area Nullable(Float64), kept_1m Bool, kept_3m Bool'
) FORMAT Parquet;

-- name: addListingCell
INSERT INTO listing_cell
SELECT {build:String}, toUInt64(cell), country FROM input('cell Int64, country String') FORMAT Parquet
