-- Figures of cells below the floor that reach it together with their neighbours, from the listings of all of them.
INSERT INTO figure
WITH
below AS (
  SELECT ad_sub_type, property_type, rooms, cell, arrayJoin(h3kRing(cell, 1)) AS near
  FROM own WHERE build = {build:String} AND resolution = {resolution:UInt8} AND with_area < {floor:UInt32}
    AND ({share})
),
beside AS (
  SELECT ad_sub_type, property_type, rooms, cell AS near, with_area
  FROM own WHERE build = {build:String} AND resolution = {resolution:UInt8}
),
pool AS (
  SELECT ad_sub_type, property_type, rooms, cell
  FROM below JOIN beside USING (ad_sub_type, property_type, rooms, near)
  GROUP BY ad_sub_type, property_type, rooms, cell
  HAVING sum(with_area) >= {floor:UInt32}
),
member AS (
  SELECT
    ad_sub_type,
    arrayJoin(arrayDistinct(['', toString(property_type)])) AS any_type,
    arrayJoin(arrayDistinct([toInt8(-1), rooms])) AS any_rooms,
    h3ToParent(cell, {resolution:UInt8}) AS near,
    price_usd, price_per_sqm_usd, area
  FROM fact
  WHERE build = {build:String} AND if({resolution:UInt8} <= 6, kept_1m, kept_3m)
)
SELECT
  {build:String}, pooled.ad_sub_type, pooled.any_type, pooled.any_rooms, pooled.cell,
  true,
  count(),
  quantileExactInclusive(0.5)(price_usd),
  quantileExactInclusive(0.5)(price_per_sqm_usd),
  quantileExactInclusive(0.5)(area),
  sumKahan(price_usd) / count()
FROM member
JOIN (
  SELECT ad_sub_type, toString(property_type) AS any_type, rooms AS any_rooms, cell, arrayJoin(h3kRing(cell, 1)) AS near
  FROM pool
) AS pooled
  ON member.ad_sub_type = pooled.ad_sub_type AND member.any_type = pooled.any_type
  AND member.any_rooms = pooled.any_rooms AND member.near = pooled.near
GROUP BY pooled.ad_sub_type, pooled.any_type, pooled.any_rooms, pooled.cell
