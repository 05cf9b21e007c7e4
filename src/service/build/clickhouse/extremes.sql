-- The lowest and the highest measures of a shard's listings in each group of the trim and each window: as many as lie
-- outside the group's bounds or on them, if all of those should be in this shard. `most` is the most of any group.
SELECT
  country, ad_sub_type, property_type, rooms, has_area,
  arraySlice(lowest_3m, 1, rank_3m),
  arrayMap(negative -> -negative, arraySlice(highest_3m, 1, rank_3m)),
  arraySlice(lowest_1m, 1, rank_1m),
  arrayMap(negative -> -negative, arraySlice(highest_1m, 1, rank_1m))
FROM (
  SELECT
    country, ad_sub_type, property_type, room_group AS rooms, has_area,
    groupArraySorted({most:UInt32})(measure) AS lowest_3m,
    groupArraySorted({most:UInt32})(-measure) AS highest_3m,
    groupArraySortedIf({most:UInt32})(measure, in_last_month) AS lowest_1m,
    groupArraySortedIf({most:UInt32})(-measure, in_last_month) AS highest_1m
  FROM ({measured}) WHERE ({share})
  GROUP BY country, ad_sub_type, property_type, rooms, has_area
) AS sorted
JOIN (SELECT * FROM trim_rank WHERE build = {build:String}) AS ranked
USING (country, ad_sub_type, property_type, rooms, has_area)
