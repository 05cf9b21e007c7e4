-- Figures of a portion's pooled cells, from the listings of the cell and its neighbours.
INSERT INTO figure
WITH
pooled AS (
  SELECT ad_sub_type, toString(property_type) AS any_type, rooms AS any_rooms, cell, near
  FROM pool WHERE build = {build:String} AND resolution = {resolution:UInt8}
    AND cell BETWEEN {first:UInt64} AND {last:UInt64}
),
member AS (
  SELECT
    ad_sub_type,
    arrayJoin(arrayDistinct(['', toString(property_type)])) AS any_type,
    arrayJoin(arrayDistinct([toInt8(-1), rooms])) AS any_rooms,
    intDiv(cell, {within:UInt64}) AS near, price_usd, price_per_sqm_usd, area
  FROM fact
  WHERE build = {build:String} AND if({resolution:UInt8} <= 6, kept_1m, kept_3m)
    AND intDiv(cell, {within:UInt64}) IN (SELECT near FROM pooled)
)
SELECT
  {build:String}, pooled.ad_sub_type, pooled.any_type, pooled.any_rooms, pooled.cell,
  true,
  count(),
  quantileExactInclusive(0.5)(price_usd),
  quantileExactInclusive(0.5)(price_per_sqm_usd),
  quantileExactInclusive(0.5)(area),
  sumKahan(price_usd) / count()
FROM member JOIN pooled USING (ad_sub_type, any_type, any_rooms, near)
GROUP BY pooled.ad_sub_type, pooled.any_type, pooled.any_rooms, pooled.cell
