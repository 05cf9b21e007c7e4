-- The different texts of prices and areas that are more than digits: the digits in them, and what the text around these
-- means. They become numbers once the decimal sign of the column is known. Areas in square feet are in a column of their
-- own, or have their unit in the cell or in a column of units. In a range, `digits` are the lower end, and `high` the upper one.
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
), written AS (
  SELECT *, is_plain(text) AS is_plain, CASE WHEN field = 'area' AND NOT is_plain(text) THEN without_about(text) END AS area
  FROM seen
-- One step after the other: a macro writes its argument wherever it uses it, so nested ones take seconds to plan.
), alone AS (
  SELECT * REPLACE (without_rooms(area) AS area) FROM written
), decimal AS (
  SELECT * REPLACE (without_measure(in_decimals(area)) AS area) FROM alone
), plain AS (
  SELECT * REPLACE (without_extras(area) AS area) FROM decimal
), given AS (
  SELECT
    * EXCLUDE (area),
    CASE
      WHEN area IS NOT NULL THEN in_one_unit(area)
      WHEN field = 'price' AND regexp_matches(text, '(?i)(?:лв|лева|bgn|kn|hrk)\.?\s?\)?$') THEN in_euros(text)
      WHEN field = 'price' AND suffix(text, ')') THEN without_rate(text)
      WHEN field = 'price' AND regexp_matches(text, '(?i)(?:m2|m²|mq|qm|sqm)$') THEN without_next_rate(text)
      ELSE text
    END AS one_unit
  FROM plain
), united AS (
  SELECT
    given.*,
    try_cast(square_metres AS DOUBLE) AS own_unit,
    CASE WHEN square_metres IS NULL THEN one_unit ELSE one_unit[:length(one_unit) - length(unit_end(one_unit))] END AS bare
  FROM given LEFT JOIN area_unit ON field = 'area' AND NOT is_plain AND word = unit_word(unit_end(one_unit))
), split AS (
  SELECT *, CASE WHEN NOT is_plain THEN amount_in(bare) END AS one FROM united
), ranged AS (
  -- Only what is not one number, such as 1e-12, can be a range.
  SELECT
    *,
    CASE WHEN one.digits = '' AND scientific(text) IS NULL THEN range_parts(bare) END AS two,
    CASE WHEN one.digits = '' AND field = 'price' THEN two_parts(without_blanks(text)) END AS sum
  FROM split
), parts AS (
  SELECT
    * EXCLUDE (one, two, sum),
    coalesce(nullif(sum.before, ''), two.before, one.before, '') AS before,
    without_costs(without_blanks(coalesce(nullif(sum.after, ''), two.after, one.after, ''))) AS after,
    -- A Korean 3억 5,000 is 3억 5,000만, and a Vietnamese 3 tỷ 5 is three and a half.
    two_parts_number(sum.first, sum.first_unit, sum.second, coalesce(nullif(sum.second_unit, ''), CASE
      WHEN sum.first_unit = '억' THEN '만'
      WHEN sum.first_unit IN ('tỷ', 'tỉ') AND regexp_full_match(sum.second || sum.after, '(?i)\d(vn[dđ]|đ|đồng)?') THEN '億'
    END)) AS summed,
    CASE
      WHEN is_plain THEN text
      WHEN two.low <> '' THEN CASE WHEN NOT is_several(two.low) THEN without_blanks(two.low) END
      -- 250000- is less than nothing, as SAP writes it, or the beginning of a range.
      WHEN regexp_matches(without_blanks(one.after), '^[-−]([A-Z]{3})?\PL*$') THEN NULL
      ELSE nullif(one.digits, '')
    END AS digits,
    CASE WHEN two.high <> '' AND NOT is_several(two.high) THEN without_blanks(two.high) END AS high,
    coalesce(two.low_after, '') AS low_after,
    coalesce(two.high_before, '') AS high_before
  FROM ranged
), among AS (
  SELECT *, coalesce(bool_or(field = 'price' AND (is_in_crores(after) OR is_in_rupees(before))) OVER (), false) AS has_crores FROM parts
), shortened AS (
  -- Nobody shortens a long number (but 1,270,000만원 are 12.7 billion won); decimals such as those of 285.49999999, as computers write 285.5, do not make it long.
  -- In $9,500 MN, MN is the currency (moneda nacional).
  SELECT *, CASE
    WHEN field <> 'price' OR length(translate(regexp_replace(coalesce(high, digits), '^(\d+[.,]\d)\d{3,}$', '\1'), '.,', '')) > CASE WHEN prefix(after, '만') THEN 7 ELSE 6 END OR contains(before, '$') AND prefix(after, 'MN') THEN ''
    WHEN is_lakhs(after, before, digits, has_crores) THEN 'l'
    -- (As long as mil, after which the currency can stand.)
    WHEN is_iberian_thousands(after, before, digits) THEN 'tys'
    ELSE times_word(without_tax_words(after))
  END AS short,
  -- Of 200-250k, both ends are shortened; of 900k - 1.2m, each in its own way.
  CASE WHEN field <> 'price' THEN '' WHEN is_lakhs(low_after, before, digits, has_crores) THEN 'l' ELSE times_word(low_after) END AS low_short
  FROM among
), signed AS (
  SELECT
    *,
    coalesce(nullif(low_short, ''), short) AS first_short,
    CASE
      WHEN field = 'price' AND before || after <> ''
        THEN coalesce(sign_of(without_offer_words(without_blanks(before)) || without_tax_words(substr(after, 1 + length(short)))), '')
      ELSE ''
    END AS sign,
    -- What stands beside the word or the dash of a range, without what shortens the number.
    coalesce(sign_of(substr(low_after, 1 + length(low_short)) || high_before), '') AS inner_sign
  FROM shortened
), checked AS (
  -- A range in two currencies, or of two kinds of things, is neither a price nor an area.
  SELECT *, CASE
    WHEN inner_sign = '' THEN true
    WHEN field = 'area' THEN high_before = '' AND EXISTS (FROM area_unit WHERE word = unit_word(low_after))
    ELSE sign IN ('', inner_sign) OR sign || sign = inner_sign
  END AS is_one_kind
  FROM signed
)
SELECT
  field, text, column_unit, own_unit, rows,
  CASE WHEN NOT is_plain THEN coalesce(summed, scientific(text)) END AS exact,
  CASE WHEN is_one_kind AND (field = 'price' OR before || after = '') THEN digits END AS digits,
  CASE WHEN is_one_kind AND (field = 'price' OR before || after = '') THEN high END AS high,
  -- Of a shortened price, or to m².
  CASE
    WHEN field = 'price' AND first_short <> '' THEN times_of(first_short, before)
    WHEN field = 'area' THEN coalesce(own_unit, column_unit)
    ELSE 1
  END AS factor,
  CASE
    WHEN field = 'price' AND short <> '' THEN times_of(short, before)
    WHEN field = 'area' THEN coalesce(own_unit, column_unit)
    ELSE 1
  END AS high_factor,
  times_style(first_short, digits) AS own_style,
  times_style(short, high) AS own_high_style,
  CASE WHEN field = 'price' AND sign = '' THEN inner_sign ELSE sign END AS sign,
  -- Millions, or billions of rupiah.
  field = 'price' AND lower(short) IN ('m', 'm.') AND before = '' AS is_in_m,
  -- The M of 4.25M TL is no part of the period: Mtl. is "monatlich".
  field = 'price' AND length(after) > length(short) AND is_by_month(substr(after, 1 + length(short))) AS is_by_month,
  field = 'price' AND length(after) > length(short) AND is_by_other_period_after(substr(after, 1 + length(short))) AS is_by_other_period
FROM checked
