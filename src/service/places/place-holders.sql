-- The place itself, or the nearest places beneath it that have cells where it has none; with places.sqlite attached as
-- `places`.
WITH RECURSIVE
held (geo_id) AS (
  SELECT :geo_id
  UNION
  SELECT place.geo_id FROM held JOIN places.place ON place.parent = held.geo_id
  WHERE NOT EXISTS (SELECT 1 FROM places.place_cell WHERE place_cell.geo_id = held.geo_id)
)
SELECT geo_id FROM held WHERE EXISTS (SELECT 1 FROM places.place_cell WHERE place_cell.geo_id = held.geo_id)
