-- The stored cells of a place, ascending. A place without cells (a country) has those of the nearest places beneath it
-- that have any.
WITH RECURSIVE held (geo_id) AS (
  SELECT :geo_id
  UNION
  SELECT place.geo_id FROM held JOIN place ON place.parent = held.geo_id
  WHERE NOT EXISTS (SELECT 1 FROM place_cell WHERE place_cell.geo_id = held.geo_id)
)
SELECT DISTINCT CAST(place_cell.cell AS TEXT) AS cell
FROM held CROSS JOIN place_cell ON place_cell.geo_id = held.geo_id
ORDER BY place_cell.cell
