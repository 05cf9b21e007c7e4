-- Figures in ClickHouse: what is published, and what places need of it.

-- name: periods
SELECT
  toString(as_of) AS as_of, revision, build, fingerprint, withdrawn, meta, property_types, countries,
  toString(published_at) AS published_at
FROM period ORDER BY as_of, revision, published_at, build;

-- name: shard
SELECT number, of FROM shard LIMIT 1;

-- name: held
SELECT build, fingerprint, toString(published_at) AS published_at
FROM held ORDER BY published_at DESC, build LIMIT 1;

-- name: cellsWithFigures
-- Under any type and any number of rooms.
SELECT ad_sub_type, toString(cell) FROM figure
WHERE build = {build:String} AND property_type = '' AND rooms = -1 ORDER BY ad_sub_type, cell;

-- name: listingCells
SELECT toString(cell), country FROM listing_cell WHERE build = {build:String} ORDER BY cell;

-- name: countriesOfCells
SELECT h3ToString(cell), country FROM listing_cell
WHERE build = {build:String} AND cell IN {cells:Array(UInt64)};

-- name: figures
SELECT
  h3ToString(cell), estimated, listings, median_price, median_price_per_sqm, median_area, average_price
FROM figure
WHERE build = {build:String} AND ad_sub_type = {ad_sub_type:String} AND property_type = {property_type:String}
  AND rooms = {rooms:Int8} AND cell IN {cells:Array(UInt64)}
