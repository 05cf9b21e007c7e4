-- Writing places: statements of one or two lines.

-- name: place
SELECT level, country FROM place WHERE geo_id = ?1;

-- name: allZones
SELECT geo_id, level, country, name, source, h3_res, lat, lng FROM place WHERE level <> 'country' ORDER BY geo_id;

-- name: zoneCells
-- All ids in one text, because reading one row per id takes ten times as long.
SELECT group_concat(cell) AS cells FROM place_cell WHERE geo_id = ?1;

-- name: zonesOfName
SELECT geo_id, parent, name, level, country, h3_res, lat, lng, source
FROM place
WHERE country = ?1 AND level = ?2 AND name = ?3 AND lat IS NOT NULL AND lng IS NOT NULL;

-- name: putCountry
INSERT INTO place (geo_id, parent, name, level, country, source) VALUES (?1, NULL, ?2, 'country', ?1, ?3)
ON CONFLICT (geo_id) DO NOTHING;

-- name: insertZone
INSERT INTO place (geo_id, parent, name, level, country, h3_res, population, lat, lng, source)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10);

-- name: addCells
-- ?2 is a JSON array of ids, which SQLite reads as 64-bit integers.
INSERT OR IGNORE INTO place_cell (geo_id, cell) SELECT ?1, value FROM json_each(?2);

-- name: dropCells
DELETE FROM place_cell WHERE geo_id = ?1;

-- name: adoptChildren
UPDATE place SET parent = ?2 WHERE parent = ?1;

-- name: dropZone
DELETE FROM place WHERE geo_id = ?1;

-- name: dropSourceCells
DELETE FROM place_cell WHERE geo_id IN (SELECT geo_id FROM place WHERE source = ?1 AND level <> 'country');

-- name: dropSource
DELETE FROM place WHERE source = ?1 AND level <> 'country';
