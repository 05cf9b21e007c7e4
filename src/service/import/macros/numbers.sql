-- Numbers whose digits a point or a comma groups or divides, and rooms.

CREATE MACRO could_be_either(d) AS regexp_full_match(d, '-?[1-9]\d{0,2}[.,]\d{3}');
-- 85.5, 1,250.00, 1,250,000 and the Indian 12,50,000.
CREATE MACRO shows_point(d) AS (NOT could_be_either(d) AND regexp_full_match(
  d, '-?(\d+\.\d+|\d{1,3}(,\d{3})+\.\d+|\d{1,3}(,\d{3}){2,}|\d{1,2}(,\d{2})+,\d{3}(\.\d+)?)'
));
-- 85,5, 1.250,00 and 1.250.000.
CREATE MACRO shows_comma(d) AS (NOT could_be_either(d) AND regexp_full_match(
  d, '-?(\d+,\d+|\d{1,3}(\.\d{3})+,\d+|\d{1,3}(\.\d{3}){2,})'
));
-- Certainly three decimals or more: 1250.000, 1,250.000, 85.2503.
CREATE MACRO has_thousandths(d) AS
  regexp_matches(d, '^-?(0|\d{4,})[.,]\d{3,}$|^-?\d+[.,]\d{4,}$|,.*\.\d{3,}$|\..*,\d{3,}$');
CREATE MACRO with_point(d) AS try_cast(replace(d, ',', '') AS DOUBLE);
CREATE MACRO with_comma(d) AS try_cast(replace(replace(d, '.', ''), ',', '.') AS DOUBLE);
-- `style` is what the column shows; it matters only for numbers such as 1.250. The result can be infinite.
CREATE MACRO number_of(d, style) AS (CASE
  WHEN NOT contains(d, '.') AND NOT contains(d, ',') THEN try_cast(d AS DOUBLE)
  -- A single point that cannot group thousands.
  WHEN NOT contains(d, ',') AND strlen(d) - strpos(d, '.') <> 3 AND NOT contains(d[strpos(d, '.') + 1:], '.')
    THEN try_cast(d AS DOUBLE)
  WHEN could_be_either(d) THEN CASE style WHEN 'point' THEN with_point(d) WHEN 'comma' THEN with_comma(d) END
  WHEN shows_point(d) THEN with_point(d)
  WHEN shows_comma(d) THEN with_comma(d)
END);

-- The middle of a range whose ends are not more than a half apart; `high_text` is null for a single number.
CREATE MACRO middle_of(low, high, high_text) AS (CASE
  WHEN high_text IS NULL THEN low
  WHEN high >= low AND high <= 1.5 * low THEN (low + high) / 2
END);

-- 4.5 and 3½ rooms, as the Swiss count.
CREATE MACRO has_half_room(t) AS coalesce(regexp_matches(t, '^\d{1,2}([.,]5(\D|$)| ?½| 1/2)'), false);
