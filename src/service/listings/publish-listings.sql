-- Writes the columns of listings/*.parquet from the staged rows, sorted by day, because a build reads a window of days.
COPY (
  SELECT
    key, source, country, ad_sub_type, property_type,
    CASE WHEN rooms >= 0 THEN rooms END AS rooms,
    price, currency,
    CASE WHEN area > 0 THEN area END AS area,
    lat, lng,
    DATE '1970-01-01' + day AS listed_on,
    cell, region, province, city, macrozone, microzone
  FROM staged JOIN staged_group USING (grouping)
  ORDER BY listed_on
) TO $file (FORMAT parquet, COMPRESSION snappy)
