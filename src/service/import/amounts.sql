-- The digits of each row's price and area, and the text around them. They become numbers once the decimal sign of the
-- column is known. Areas in square feet are in a column of their own or have the unit in the cell. Of a range, the digits
-- are the lower end, and `_high` the upper one.
CREATE TABLE amount AS
WITH given AS (
  SELECT
    n, price, coalesce(area, area_sqft) AS area,
    CASE WHEN area IS NULL THEN 0.09290304 WHEN is_plain(area) THEN 1.0 WHEN is_in_feet(area) THEN 0.09290304 ELSE 1.0 END AS sqm
  FROM cells
), split AS (
  SELECT n, price, area, sqm, amount_parts(price) AS price_one, amount_parts(CASE WHEN is_plain(area) THEN area ELSE without_unit(area) END) AS area_one FROM given
), ranged AS (
  SELECT
    *,
    -- Only what is not one number can be a range.
    CASE WHEN price_one.digits = '' THEN range_parts(price) END AS price_range,
    CASE WHEN area_one.digits = '' THEN range_parts(without_unit(area)) END AS area_range
  FROM split
), parts AS (
  SELECT
    *,
    CASE WHEN price_one.digits <> '' THEN price_one.before ELSE price_range.before END AS price_before,
    CASE WHEN price_one.digits <> '' THEN price_one.after ELSE price_range.after END AS price_after,
    nullif(CASE WHEN price_one.digits <> '' THEN price_one.digits ELSE price_range.low END, '') AS price_digits,
    CASE WHEN area_one.digits <> '' THEN area_one.before || area_one.after ELSE area_range.before || area_range.after END
      AS around_area,
    CASE WHEN area_one.digits <> '' THEN area_one.digits ELSE area_range.low END AS area_digits
  FROM ranged
)
SELECT
  n,
  CASE WHEN NOT is_plain(price) THEN scientific(price) END AS price_exact,
  price_digits,
  nullif(price_range.high, '') AS price_high,
  CASE WHEN coalesce(price_after, '') = '' THEN 1 ELSE times_of(price_after) END AS price_times,
  CASE
    WHEN coalesce(price_after, '') = '' AND coalesce(price_before, '') = '' THEN ''
    ELSE coalesce(sign_of(price_before || without_times(price_after)), '')
  END AS price_sign,
  CASE WHEN coalesce(price_after, '') = '' THEN false ELSE is_by_month(price_after) END AS is_by_month,
  area IS NOT NULL AS has_area,
  CASE WHEN NOT is_plain(area) THEN scientific(area) END AS area_exact,
  CASE WHEN around_area = '' THEN nullif(area_digits, '') END AS area_digits,
  CASE WHEN around_area = '' THEN nullif(area_range.high, '') END AS area_high,
  sqm
FROM parts
