-- The demonstration's places: short statements, in the order in which they run.

-- name: deleteCells
-- The cells of all places of one source.
DELETE FROM place_cell WHERE geo_id IN (SELECT geo_id FROM place WHERE source = ?);

-- name: deletePlaces
-- All places of one source.
DELETE FROM place WHERE source = ?;

-- name: dropCellIndex
-- Inserting half a million cells is three times faster without it; places.sql recreates it.
DROP INDEX IF EXISTS place_cell_cell;

-- name: insertPlace
-- A country that another source has already added stays as it is.
INSERT INTO place (geo_id, parent, name, level, country, h3_res, population, lat, lng, source)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (geo_id) DO NOTHING;

-- name: insertCells
-- All cells of one place, as a JSON list of 64-bit integers.
INSERT OR IGNORE INTO place_cell (geo_id, cell) SELECT ?, value FROM json_each(?);
