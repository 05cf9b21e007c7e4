-- Evidence for the decimal sign of prices and areas, as counts of rows.
WITH seen AS (
  SELECT 'price' AS field, price_digits AS digits FROM amount UNION ALL SELECT 'area', area_digits FROM amount
)
SELECT
  field,
  count(*) FILTER (shows_point(digits))::INTEGER AS point,
  count(*) FILTER (shows_comma(digits))::INTEGER AS comma,
  count(*) FILTER (could_be_either(digits) AND contains(digits, '.'))::INTEGER AS dotted,
  count(*) FILTER (could_be_either(digits) AND contains(digits, ','))::INTEGER AS comma_dotted
FROM seen GROUP BY field
