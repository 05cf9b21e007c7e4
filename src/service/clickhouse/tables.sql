-- The tables of figures in ClickHouse. Rows belong to a build, and count from when its row is in `period` or `held`: they
-- never change after that. Each server has all of the published rows of its shard.

-- name: shard
-- Which shard the rows are for, counted from 0. One row, written by the first build.
CREATE TABLE IF NOT EXISTS shard (number UInt16, of UInt16) ENGINE = MergeTree ORDER BY number;

-- name: period
CREATE TABLE IF NOT EXISTS period (
  as_of Date,
  revision UInt32,
  build String,
  -- The fingerprint of what it was built from.
  fingerprint String,
  -- A withdrawal: the label has no figures any more.
  withdrawn Bool,
  -- How it was built, as JSON.
  meta String,
  property_types Array(String),
  countries Array(String),
  published_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC')
) ENGINE = MergeTree ORDER BY (as_of, revision, build);

-- name: announced
CREATE TABLE IF NOT EXISTS announced (build String) ENGINE = MergeTree ORDER BY build;

-- name: figure
-- property_type '' is any type; rooms -1 is any number, 5 is five or more. Money is in USD.
CREATE TABLE IF NOT EXISTS figure (
  build LowCardinality(String),
  ad_sub_type LowCardinality(String),
  property_type LowCardinality(String),
  rooms Int8,
  cell UInt64,
  estimated Bool,
  listings UInt32,
  median_price Nullable(Float64),
  median_price_per_sqm Nullable(Float64),
  median_area Nullable(Float64),
  average_price Nullable(Float64)
) ENGINE = MergeTree PARTITION BY build ORDER BY (ad_sub_type, property_type, rooms, cell)
SETTINGS index_granularity = 1024;

-- name: fact
-- The listings of a period after the trim.
CREATE TABLE IF NOT EXISTS fact (
  build LowCardinality(String),
  cell UInt64,
  ad_sub_type LowCardinality(String),
  property_type LowCardinality(String),
  rooms Int8,
  price_usd Float64,
  price_per_sqm_usd Nullable(Float64),
  area Nullable(Float64),
  kept_1m Bool,
  kept_3m Bool
) ENGINE = MergeTree PARTITION BY build ORDER BY cell
SETTINGS index_granularity = 1024;

-- name: listingCell
-- Cells with listings and the country of most of them: of a period's last 365 days, or of all listings.
CREATE TABLE IF NOT EXISTS listing_cell (
  build LowCardinality(String),
  cell UInt64,
  country LowCardinality(String)
) ENGINE = MergeTree PARTITION BY build ORDER BY cell
SETTINGS index_granularity = 1024;

-- name: held
-- The builds of the cells of all listings.
CREATE TABLE IF NOT EXISTS held (
  build String,
  fingerprint String,
  published_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC')
) ENGINE = MergeTree ORDER BY published_at;

-- name: own
-- Scratch of a build: how many listings of each cell and lens have an area; these count toward the floor.
CREATE TABLE IF NOT EXISTS own (
  build LowCardinality(String),
  resolution UInt8,
  ad_sub_type LowCardinality(String),
  property_type LowCardinality(String),
  rooms Int8,
  cell UInt64,
  with_area UInt32
) ENGINE = MergeTree PARTITION BY build ORDER BY (resolution, cell, ad_sub_type, property_type, rooms);

-- name: pool
-- Scratch of a build: the cells below the floor that reach it together with their neighbours, each with itself and those.
-- `near` is what the ids of the finest cells within them begin with: by it, ClickHouse skips rows of `fact`.
CREATE TABLE IF NOT EXISTS pool (
  build LowCardinality(String),
  resolution UInt8,
  ad_sub_type LowCardinality(String),
  property_type LowCardinality(String),
  rooms Int8,
  cell UInt64,
  near UInt64
) ENGINE = MergeTree PARTITION BY build ORDER BY (resolution, cell);

-- name: trimRank
-- Scratch of a build: at which place, counted from either end, the bounds of each group of the trim stand, in each window.
CREATE TABLE IF NOT EXISTS trim_rank (
  build LowCardinality(String),
  country LowCardinality(String),
  ad_sub_type LowCardinality(String),
  property_type LowCardinality(String),
  rooms Int8,
  has_area UInt8,
  rank_3m UInt32,
  rank_1m UInt32
) ENGINE = MergeTree PARTITION BY build ORDER BY (country, ad_sub_type, property_type, rooms, has_area);

-- name: trimBand
-- Scratch of a build: the bounds of each group of the trim, in each window.
CREATE TABLE IF NOT EXISTS trim_band (
  build LowCardinality(String),
  country LowCardinality(String),
  ad_sub_type LowCardinality(String),
  property_type LowCardinality(String),
  rooms Int8,
  has_area UInt8,
  low_3m Float64,
  high_3m Float64,
  low_1m Float64,
  high_1m Float64
) ENGINE = MergeTree PARTITION BY build ORDER BY (country, ad_sub_type, property_type, rooms, has_area);

-- name: listing
-- The listings to build from that the shard has, by the file that they came in; only on servers that build.
CREATE TABLE IF NOT EXISTS listing (
  file LowCardinality(String),
  country LowCardinality(String),
  ad_sub_type LowCardinality(String),
  property_type LowCardinality(String),
  rooms Nullable(Int8),
  price Float64,
  currency LowCardinality(String),
  area Nullable(Float64),
  listed_on Date32,
  cell UInt64
) ENGINE = MergeTree PARTITION BY file ORDER BY (listed_on, cell);

-- name: listingFile
-- The files whose listings are complete in `listing`.
CREATE TABLE IF NOT EXISTS listing_file (file String, digest String, listings UInt64)
ENGINE = MergeTree ORDER BY file
