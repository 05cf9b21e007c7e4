-- The cells of a portion below the floor that reach it together with their neighbours, each with itself and those.
INSERT INTO pool
SELECT
  {build:String}, {resolution:UInt8}, ad_sub_type, property_type, rooms, pooled,
  intDiv(arrayJoin(h3kRing(pooled, 1)) + {to_finest:UInt64}, {within:UInt64})
FROM (
  SELECT ad_sub_type, property_type, rooms, pooled
  FROM (
    SELECT ad_sub_type, property_type, rooms, cell AS pooled, arrayJoin(h3kRing(cell, 1)) AS near
    FROM own WHERE build = {build:String} AND resolution = {resolution:UInt8} AND with_area < {floor:UInt32}
      AND cell BETWEEN {first:UInt64} AND {last:UInt64} AND ({share})
  ) AS below
  JOIN (
    SELECT ad_sub_type, property_type, rooms, cell AS near, with_area
    FROM own WHERE build = {build:String} AND resolution = {resolution:UInt8} AND cell IN (
      SELECT arrayJoin(h3kRing(cell, 1))
      FROM (
        SELECT DISTINCT cell FROM own WHERE build = {build:String} AND resolution = {resolution:UInt8}
          AND cell BETWEEN {first:UInt64} AND {last:UInt64}
      )
    )
  ) AS beside
  USING (ad_sub_type, property_type, rooms, near)
  GROUP BY ad_sub_type, property_type, rooms, pooled
  HAVING sum(with_area) >= {floor:UInt32}
)
