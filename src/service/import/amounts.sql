-- The different texts of prices and areas that are more than digits: the digits in them, and what the text around these
-- means. They become numbers once the decimal sign of the column is known. Areas in square feet are in a column of their
-- own or have the unit in the cell. Of a range, `digits` are the lower end, and `high` the upper one.
CREATE TABLE amount AS
WITH seen AS (
  SELECT 'price' AS field, price AS text, false AS is_feet_column, count(*) AS rows
  FROM cells WHERE NOT has_only_digits(price) GROUP BY ALL
  UNION ALL
  SELECT 'area', coalesce(area, area_sqft), area IS NULL OR is_feet_unit(area_unit), count(*)
  FROM cells WHERE NOT has_only_digits(coalesce(area, area_sqft)) GROUP BY ALL
), given AS (
  SELECT
    *,
    is_plain(text) AS is_plain,
    CASE WHEN field = 'area' AND NOT is_plain(text) THEN without_unit(in_one_unit(without_about(text))) ELSE text END AS bare
  FROM seen
), split AS (
  SELECT *, CASE WHEN NOT is_plain THEN amount_in(bare) END AS one FROM given
), ranged AS (
  -- Only what is not one number can be a range.
  SELECT *, CASE WHEN one.digits = '' THEN range_parts(bare) END AS two FROM split
), parts AS (
  SELECT
    * EXCLUDE (one, two),
    coalesce(two.before, one.before, '') AS before,
    coalesce(two.after, one.after, '') AS after,
    CASE WHEN is_plain THEN text ELSE nullif(coalesce(two.low, one.digits), '') END AS digits,
    nullif(two.high, '') AS high
  FROM ranged
)
SELECT
  field, text, is_feet_column, rows,
  CASE WHEN NOT is_plain THEN scientific(text) END AS exact,
  CASE WHEN field = 'price' OR before || after = '' THEN digits END AS digits,
  CASE WHEN field = 'price' OR before || after = '' THEN high END AS high,
  -- Of a shortened price, or to m².
  CASE
    WHEN field = 'price' AND after <> '' THEN times_of(after)
    WHEN field = 'area' AND (is_feet_column OR is_in_feet(in_one_unit(text))) THEN 0.09290304
    ELSE 1
  END AS factor,
  CASE
    WHEN field = 'price' AND before || after <> ''
      THEN coalesce(sign_of(without_offer_words(before) || without_tax_words(without_times(after))), '')
    ELSE ''
  END AS sign,
  field = 'price' AND after <> '' AND is_by_month(after) AS is_by_month,
  field = 'price' AND after <> '' AND is_by_other_period_after(after) AS is_by_other_period
FROM parts
