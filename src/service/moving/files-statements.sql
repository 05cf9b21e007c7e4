-- Moving a period from and to files.

-- name: meta
SELECT key, value FROM meta;

-- name: figures
-- In SQLite.
SELECT
  ad_sub_type, property_type, rooms, CAST(cell AS TEXT), estimated, listings,
  median_price, median_price_per_sqm, median_area, average_price
FROM figure JOIN lens ON lens.id = figure.lens;

-- name: listingCells
-- In SQLite.
SELECT CAST(cell AS TEXT), country FROM listing_cell;

-- name: figureTable
CREATE OR REPLACE TABLE figure (
  ad_sub_type VARCHAR, property_type VARCHAR, rooms TINYINT, cell BIGINT, estimated BOOLEAN, listings INTEGER,
  median_price DOUBLE, median_price_per_sqm DOUBLE, median_area DOUBLE, average_price DOUBLE
);

-- name: listingCellTable
CREATE OR REPLACE TABLE listing_cell (cell BIGINT, country VARCHAR);

-- name: writeFigures
COPY figure TO $file (FORMAT parquet);

-- name: writeListingCells
COPY listing_cell TO $file (FORMAT parquet);

-- name: writeFacts
COPY (
  SELECT cell, ad_sub_type, property_type, rooms, price_usd, price_per_sqm_usd, area, kept_1m, kept_3m FROM facts.fact
) TO $file (FORMAT parquet);

-- name: lenses
CREATE OR REPLACE TABLE lens AS
SELECT (row_number() OVER (ORDER BY ad_sub_type, property_type, rooms))::INTEGER AS lens, ad_sub_type, property_type, rooms
FROM (SELECT DISTINCT ad_sub_type, property_type, rooms FROM read_parquet($file));

-- name: figuresByLens
SELECT
  lens, cell, estimated::INTEGER, listings, median_price, median_price_per_sqm, median_area, average_price
FROM read_parquet($file) JOIN lens USING (ad_sub_type, property_type, rooms) ORDER BY lens, cell;

-- name: receivedCells
SELECT cell, country FROM read_parquet($file) ORDER BY cell;

-- name: receiveFacts
CREATE TABLE facts.fact AS
SELECT cell, ad_sub_type, property_type, rooms, price_usd, price_per_sqm_usd, area, kept_1m, kept_3m
FROM read_parquet($file) ORDER BY cell
