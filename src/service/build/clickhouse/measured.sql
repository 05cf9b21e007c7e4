-- The listings of the three-month window before the label in USD, with what the trim compares. The measure is the same
-- double as by ../fact.sql, because every operation is, in the same order: `round` is written out, since ClickHouse's
-- rounds halves to even.
SELECT
  cell, country, ad_sub_type, property_type, area,
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
