-- The cells of a portion below the floor that reach it together with their neighbours, each with itself and those.
INSERT INTO pool
SELECT
  {build:String}, {resolution:UInt8}, below.ad_sub_type, below.property_type, below.rooms, below.cell,
  arrayJoin(h3kRing(below.cell, 1))
FROM (
  SELECT ad_sub_type, property_type, rooms, cell AS near, with_area
  FROM own WHERE build = {build:String} AND resolution = {resolution:UInt8}
) AS beside
JOIN (
  SELECT ad_sub_type, property_type, rooms, cell, arrayJoin(h3kRing(cell, 1)) AS near
  FROM own WHERE build = {build:String} AND resolution = {resolution:UInt8} AND with_area < {floor:UInt32}
    AND cell BETWEEN {first:UInt64} AND {last:UInt64} AND ({share})
) AS below
USING (ad_sub_type, property_type, rooms, near)
GROUP BY below.ad_sub_type, below.property_type, below.rooms, below.cell
HAVING sum(with_area) >= {floor:UInt32}
