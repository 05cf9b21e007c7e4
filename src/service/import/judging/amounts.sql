-- The different texts of prices and areas that are more than digits: the digits in them, and what the text around these
-- means. They become numbers once the decimal sign of the column is known. Areas in square feet are in a column of their
-- own, or have their unit in the cell or in a column of units. Of a range, `digits` are the lower end, and `high` the upper one.
CREATE TABLE amount AS
WITH measured AS (
  SELECT area, area_sqft, column_unit(area, area_unit, try_cast(square_metres AS DOUBLE)) AS column_unit
  FROM cells LEFT JOIN area_unit ON word = unit_word(area_unit)
), seen AS (
  SELECT 'price' AS field, price AS text, 1::DOUBLE AS column_unit, count(*) AS rows
  FROM cells WHERE NOT has_only_digits(price) GROUP BY ALL
  UNION ALL
  SELECT 'area', coalesce(area, area_sqft), column_unit, count(*)
  FROM measured WHERE NOT has_only_digits(coalesce(area, area_sqft)) GROUP BY ALL
), given AS (
  SELECT
    *,
    is_plain(text) AS is_plain,
    CASE WHEN field = 'area' AND NOT is_plain(text) THEN in_one_unit(without_about(text)) ELSE text END AS one_unit
  FROM seen
), united AS (
  SELECT
    given.*,
    try_cast(square_metres AS DOUBLE) AS own_unit,
    CASE WHEN square_metres IS NULL THEN one_unit ELSE one_unit[:length(one_unit) - length(unit_end(one_unit))] END AS bare
  FROM given LEFT JOIN area_unit ON field = 'area' AND NOT is_plain AND word = unit_word(unit_end(one_unit))
), split AS (
  SELECT *, CASE WHEN NOT is_plain THEN amount_in(bare) END AS one FROM united
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
), shortened AS (
  -- Nobody shortens a long number. In $9,500 MN, MN is the currency (moneda nacional).
  SELECT *, CASE
    WHEN field <> 'price' OR length(translate(digits, '.,', '')) > 6 OR contains(before, '$') AND prefix(after, 'MN') THEN ''
    ELSE times_word(after)
  END AS short
  FROM parts
)
SELECT
  field, text, column_unit, rows,
  CASE WHEN NOT is_plain THEN scientific(text) END AS exact,
  CASE WHEN field = 'price' OR before || after = '' THEN digits END AS digits,
  CASE WHEN field = 'price' OR before || after = '' THEN high END AS high,
  -- Of a shortened price, or to m².
  CASE
    WHEN field = 'price' AND after <> '' THEN times_of(short, before)
    WHEN field = 'area' THEN coalesce(own_unit, column_unit)
    ELSE 1
  END AS factor,
  CASE
    WHEN field = 'price' AND before || after <> ''
      THEN coalesce(sign_of(without_offer_words(before) || without_tax_words(substr(after, 1 + length(short)))), '')
    ELSE ''
  END AS sign,
  -- Millions, or billions of rupiah.
  field = 'price' AND lower(short) IN ('m', 'm.') AND before = '' AS is_in_m,
  field = 'price' AND after <> '' AND is_by_month(after) AS is_by_month,
  field = 'price' AND after <> '' AND is_by_other_period_after(after) AS is_by_other_period
FROM shortened
