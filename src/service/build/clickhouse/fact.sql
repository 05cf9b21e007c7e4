-- The listings of the three-month window before the label in USD, trimmed as by ../fact.sql and ../trim.sql. A listing's
-- measure is the same double as there, because every operation is, in the same order: `round` is written out, since
-- ClickHouse's rounds halves to even. The bound's rank is DuckDB's of quantile_disc.
INSERT INTO fact
WITH
measured AS (
  SELECT
    cell, country, ad_sub_type, property_type, currency, area,
    toInt8(multiIf(isNull(rooms), -1, rooms > 5, 5, rooms)) AS room_group,
    {rates:Map(String, Float64)}[currency] AS usd,
    price * usd AS price_usd,
    price * usd / area AS price_per_sqm_usd,
    isNotNull(area) AS has_area,
    price * 1e4 AS price_units,
    assumeNotNull(area) * 1e8 AS area_units,
    if(price_units - floor(price_units) >= 0.5, ceil(price_units), floor(price_units)) AS whole_price,
    if(area_units - floor(area_units) >= 0.5, ceil(area_units), floor(area_units)) AS whole_area,
    if(has_area, whole_price / greatest(whole_area, 1.) * usd, price * usd) AS measure,
    listed_on >= {last_month:Date32} AS in_last_month
  FROM listing
  WHERE listed_on >= {start:Date32} AND listed_on < {as_of:Date32}
    AND mapContains({rates:Map(String, Float64)}, currency)
),
band AS (
  SELECT
    country, ad_sub_type, property_type, room_group, has_area,
    arraySort(groupArray(measure)) AS all_3m,
    arraySort(groupArrayIf(measure, in_last_month)) AS all_1m,
    arrayMap(
      n -> greatest(1, toInt64(n) - toInt64(floor(toFloat64(n) - toFloat64(n) * {trim:Float64}))),
      [length(all_3m), length(all_1m)]
    ) AS rank,
    all_3m[rank[1]] AS low_3m,
    all_3m[length(all_3m) + 1 - rank[1]] AS high_3m,
    all_1m[rank[2]] AS low_1m,
    all_1m[length(all_1m) + 1 - rank[2]] AS high_1m
  FROM measured
  GROUP BY country, ad_sub_type, property_type, room_group, has_area
)
SELECT
  {build:String}, cell, ad_sub_type, property_type, room_group,
  price_usd, price_per_sqm_usd, area,
  in_last_month AND measure BETWEEN low_1m AND high_1m AS in_1m,
  measure BETWEEN low_3m AND high_3m AS in_3m
FROM measured
JOIN (
  SELECT country, ad_sub_type, property_type, room_group, has_area, low_3m, high_3m, low_1m, high_1m FROM band
) AS bounds USING (country, ad_sub_type, property_type, room_group, has_area)
WHERE in_1m OR in_3m
