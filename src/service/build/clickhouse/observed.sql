-- Figures of a portion's cells with enough listings of their own. The median is that of DuckDB: the middle one, or the mean of two.
INSERT INTO figure
SELECT
  {build:String}, ad_sub_type,
  arrayJoin(arrayDistinct(['', toString(property_type)])) AS any_type,
  arrayJoin(arrayDistinct([toInt8(-1), rooms])) AS any_rooms,
  h3ToParent(cell, {resolution:UInt8}) AS parent,
  false,
  count(),
  quantileExactInclusive(0.5)(price_usd),
  quantileExactInclusive(0.5)(price_per_sqm_usd),
  quantileExactInclusive(0.5)(area),
  sumKahan(price_usd) / count()
FROM fact
WHERE build = {build:String} AND if({resolution:UInt8} <= 6, kept_1m, kept_3m) AND ({share})
  AND cell BETWEEN {first_listing:UInt64} AND {last_listing:UInt64}
GROUP BY ad_sub_type, any_type, any_rooms, parent
HAVING count(area) >= {floor:UInt32}
