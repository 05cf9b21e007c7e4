-- Figures of cells from the listings within a price range, by the rules of a build: a cell with enough listings of its
-- own is observed, a cell with fewer is pooled with its neighbours, others are absent. {ranges} are conditions on the ids
-- that contain all cells and their neighbours; the index needs them.
WITH
pair AS (
  SELECT wanted, arrayJoin(h3kRing(wanted, 1)) AS member FROM (SELECT arrayJoin({cells:Array(UInt64)}) AS wanted)
),
held AS (
  SELECT h3ToParent(cell, {resolution:UInt8}) AS member, price_usd, price_per_sqm_usd, area
  FROM fact
  WHERE build = {build:String} AND ({ranges})
    AND if({resolution:UInt8} <= 6, kept_1m, kept_3m)
    AND ad_sub_type = {ad_sub_type:String}
    AND (isNull({property_type:Nullable(String)}) OR property_type = {property_type:Nullable(String)})
    AND (isNull({rooms:Nullable(Int8)}) OR rooms = {rooms:Nullable(Int8)})
    AND (isNull({min_price:Nullable(Float64)}) OR price_usd >= {min_price:Nullable(Float64)})
    AND (isNull({max_price:Nullable(Float64)}) OR price_usd <= {max_price:Nullable(Float64)})
),
own AS (
  SELECT member AS wanted, count(area) < {floor:UInt32} AS estimated
  FROM held WHERE member IN {cells:Array(UInt64)} GROUP BY member
),
chosen AS (
  SELECT pair.wanted AS wanted, pair.member AS member, own.estimated AS estimated
  FROM pair JOIN own ON own.wanted = pair.wanted
  WHERE pair.member = pair.wanted OR own.estimated
)
SELECT
  h3ToString(chosen.wanted), any(chosen.estimated)::Bool, toUInt32(count()),
  quantileExactInclusive(0.5)(price_usd),
  quantileExactInclusive(0.5)(price_per_sqm_usd),
  quantileExactInclusive(0.5)(area),
  sumKahan(price_usd) / count()
FROM held JOIN chosen ON chosen.member = held.member
GROUP BY chosen.wanted
HAVING count(area) >= {floor:UInt32}
ORDER BY chosen.wanted
