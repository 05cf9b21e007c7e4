-- The middle of the areas of usable homes, as they are written, where most rows lie in `$countries`; else none.
WITH homes AS (
  SELECT country, area, list_contains(string_split($countries, ','), country) AS is_there FROM judged
  WHERE reason IS NULL AND area IS NOT NULL AND property_type NOT IN ('land', 'warehouse', 'office', 'retail')
)
SELECT mode(country) AS country, median(area)::DOUBLE AS middle
FROM homes
HAVING count(*) FILTER (is_there) > 0.9 * count(*)
