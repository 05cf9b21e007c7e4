-- How many listings of each cell and lens of a portion have an area; these count toward the floor. A listing is in every
-- lens of its offer: of its type and of any, of its number of rooms and of any.
INSERT INTO own
SELECT
  {build:String}, {resolution:UInt8}, ad_sub_type,
  arrayJoin(arrayDistinct(['', toString(property_type)])) AS any_type,
  arrayJoin(arrayDistinct([toInt8(-1), rooms])) AS any_rooms,
  h3ToParent(cell, {resolution:UInt8}) AS parent,
  count(area)
FROM fact
WHERE build = {build:String} AND if({resolution:UInt8} <= 6, kept_1m, kept_3m)
  AND cell BETWEEN {first_listing:UInt64} AND {last_listing:UInt64}
GROUP BY ad_sub_type, any_type, any_rooms, parent
