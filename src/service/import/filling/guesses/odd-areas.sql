-- Usable homes with an area in `$countries`, and those of them that are smaller than any flat or larger than almost any house.
SELECT
  count(*)::INTEGER AS rows,
  (count(*) FILTER (area < 14))::INTEGER AS small,
  (count(*) FILTER (area > 500))::INTEGER AS large
FROM judged
WHERE reason IS NULL AND area IS NOT NULL AND list_contains(string_split($countries, ','), country)
  AND property_type NOT IN ('land', 'warehouse', 'office', 'retail', 'room', 'garage')
