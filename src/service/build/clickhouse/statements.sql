-- A build in ClickHouse: statements of a few lines.

-- name: groupSizes
-- How many listings of the window are in each group of the trim, by currency and by whether it has a rate.
SELECT
  country, ad_sub_type, property_type, toInt8(multiIf(isNull(rooms), -1, rooms > 5, 5, rooms)) AS room_group,
  isNotNull(area) AS has_area,
  currency, mapContains({rates:Map(String, Float64)}, currency) AS is_rated,
  toUInt32(count()) AS in_3m, toUInt32(countIf(listed_on >= {last_month:Date32})) AS in_1m
FROM listing WHERE listed_on >= {start:Date32} AND listed_on < {as_of:Date32} AND ({share})
GROUP BY country, ad_sub_type, property_type, room_group, has_area, currency
ORDER BY country, ad_sub_type, property_type, room_group, has_area, currency;

-- name: addRanks
INSERT INTO trim_rank FORMAT JSONCompactEachRow;

-- name: addBands
INSERT INTO trim_band FORMAT JSONCompactEachRow;

-- name: firstView
-- As ../first-view.sql, of one shard: `total` and `around` tell which shard's is the fullest.
WITH shown AS (
  SELECT cell, listings, h3ToParent(cell, toUInt8({resolution:UInt8} - 2)) AS around
  FROM figure
  WHERE build = {build:String} AND NOT estimated AND ad_sub_type = {ad_sub_type:String}
    AND property_type = '' AND rooms = -1 AND h3GetResolution(cell) = {resolution:UInt8}
),
fullest AS (
  SELECT around, toFloat64(sum(listings)) AS total FROM shown
  GROUP BY around HAVING count() >= {fewest:UInt32} ORDER BY total DESC, around LIMIT 1
)
SELECT h3ToString(cell) AS h3, total, h3ToString(around) AS near
FROM shown JOIN fullest USING (around)
ORDER BY listings DESC, cell LIMIT 1;

-- name: firstViewMarket
-- As ../first-view-market.sql.
SELECT country, currency FROM listing
WHERE listed_on >= {start:Date32} AND listed_on < {as_of:Date32} AND mapContains({rates:Map(String, Float64)}, currency)
  AND ad_sub_type = {ad_sub_type:String}
  AND h3ToParent(cell, {resolution:UInt8}) = stringToH3({h3:String})
GROUP BY country, currency ORDER BY count() DESC, country, currency LIMIT 1;

-- name: countFigures
SELECT toString(count()) AS figures FROM figure WHERE build = {build:String};

-- name: countries
SELECT arraySort(groupUniqArray(toString(country))) AS countries FROM listing_cell WHERE build = {build:String};

-- name: propertyTypes
SELECT arraySort(groupUniqArray(toString(property_type))) AS types FROM fact WHERE build = {build:String};

-- name: noteShard
INSERT INTO shard SELECT {number:UInt16}, {of:UInt16};

-- name: publish
INSERT INTO period (as_of, revision, build, fingerprint, withdrawn, meta, property_types, countries)
SELECT
  {as_of:Date}, {revision:UInt32}, {build:String}, {fingerprint:String}, {withdrawn:Bool}, {meta:String},
  {property_types:Array(String)}, {countries:Array(String)};

-- name: publishHeld
INSERT INTO held (build, fingerprint) SELECT {build:String}, {fingerprint:String};

-- name: announced
SELECT build FROM announced;

-- name: announce
INSERT INTO announced SELECT arrayJoin({builds:Array(String)});

-- name: listingFiles
SELECT file, digest FROM listing_file;

-- name: countListings
SELECT toString(count()) AS listings FROM listing WHERE file = {file:String};

-- name: addListings
INSERT INTO listing
SELECT
  {file:String}, country, ad_sub_type, property_type, rooms, price, currency, area, listed_on, cell
FROM input(
  'country String, ad_sub_type String, property_type String, rooms Nullable(Int8), price Float64, currency String, area Nullable(Float64), listed_on Date32, cell UInt64'
)
WHERE ({share})
FORMAT Parquet;

-- name: readListings
INSERT INTO listing
SELECT
  {file:String}, country, ad_sub_type, property_type, rooms, price, currency, area, listed_on, cell
FROM s3(
  {url:String}, {accessKeyId:String}, {secretAccessKey:String}, 'Parquet',
  'country String, ad_sub_type String, property_type String, rooms Nullable(Int8), price Float64, currency String, area Nullable(Float64), listed_on Date32, cell UInt64'
)
WHERE ({share});

-- name: readListingsByToken
INSERT INTO listing
SELECT
  {file:String}, country, ad_sub_type, property_type, rooms, price, currency, area, listed_on, cell
FROM s3(
  {url:String}, {accessKeyId:String}, {secretAccessKey:String}, {sessionToken:String}, 'Parquet',
  'country String, ad_sub_type String, property_type String, rooms Nullable(Int8), price Float64, currency String, area Nullable(Float64), listed_on Date32, cell UInt64'
)
WHERE ({share});

-- name: noteListings
INSERT INTO listing_file SELECT {file:String}, {digest:String}, {listings:UInt64};

-- name: forgetListingFile
ALTER TABLE listing_file DELETE WHERE file = {file:String} SETTINGS mutations_sync = 2;

-- name: dropListings
ALTER TABLE listing DROP PARTITION {file:String};

-- name: forgetBuilds
ALTER TABLE period DELETE WHERE build IN {builds:Array(String)} SETTINGS mutations_sync = 2;

-- name: builds
-- The builds with rows, and whether the last of them is old.
SELECT partition AS build, max(modification_time) < now() - {hours:UInt32} * 3600 AS is_old
FROM system.parts
WHERE database = currentDatabase() AND table IN {tables:Array(String)} AND active
GROUP BY partition
