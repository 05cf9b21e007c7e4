-- The next stored cells of a place after `after`, ascending; a country has none of its own.
SELECT CAST(cell AS TEXT) AS cell
FROM place_cell
WHERE geo_id = :geo_id AND cell > CAST(:after AS INTEGER)
ORDER BY place_cell.cell
LIMIT :most
