-- The lowest and the highest measures of a shard's listings in each group of the trim and each window: as many as lie
-- outside the group's bounds or on them, if all of those should be in this shard.
SELECT
  country, ad_sub_type, property_type, rooms, has_area,
  arraySlice(all_3m, 1, rank_3m),
  arraySlice(all_3m, greatest(1, toInt64(length(all_3m)) + 1 - rank_3m)),
  arraySlice(all_1m, 1, rank_1m),
  arraySlice(all_1m, greatest(1, toInt64(length(all_1m)) + 1 - rank_1m))
FROM (
  SELECT
    country, ad_sub_type, property_type, room_group AS rooms, has_area,
    arraySort(groupArray(measure)) AS all_3m,
    arraySort(groupArrayIf(measure, in_last_month)) AS all_1m
  FROM ({measured}) WHERE ({share})
  GROUP BY country, ad_sub_type, property_type, rooms, has_area
) AS sorted
JOIN (SELECT * FROM trim_rank WHERE build = {build:String}) AS ranked
USING (country, ad_sub_type, property_type, rooms, has_area)
