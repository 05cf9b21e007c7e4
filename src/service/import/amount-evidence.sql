-- Evidence for the decimal sign of prices and areas, as counts of rows.
WITH seen AS (
  SELECT 'price' AS field, price_digits AS digits, 1 AS unit FROM amount
  UNION ALL SELECT 'area', area_digits, sqm FROM amount
)
SELECT
  field,
  count(*) FILTER (shows_point(digits))::INTEGER AS point,
  count(*) FILTER (shows_comma(digits))::INTEGER AS comma,
  count(*) FILTER (could_be_either(digits) AND contains(digits, '.'))::INTEGER AS dotted,
  count(*) FILTER (could_be_either(digits) AND contains(digits, ','))::INTEGER AS comma_dotted,
  -- What the ambiguous ones usually are if their signs group thousands.
  median(try_cast(translate(digits, '.,', '') AS DOUBLE) * unit) FILTER (could_be_either(digits)) AS grouped
FROM seen WHERE contains(digits, '.') OR contains(digits, ',') GROUP BY field
