-- The listings of the three-month window before the label, in USD and trimmed as by ../trim.sql.
INSERT INTO fact
SELECT
  {build:String}, cell, ad_sub_type, property_type, rooms,
  price_usd, price_per_sqm_usd, area,
  in_last_month AND measure BETWEEN low_1m AND high_1m AS in_1m,
  measure BETWEEN low_3m AND high_3m AS in_3m
FROM (SELECT *, room_group AS rooms FROM ({measured})) AS listed
JOIN (SELECT * FROM trim_band WHERE build = {build:String}) AS band
USING (country, ad_sub_type, property_type, rooms, has_area)
WHERE in_1m OR in_3m
