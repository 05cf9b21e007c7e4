-- All places: statements of one line.

-- name: allPlaces
SELECT geo_id, parent, name, level, country, h3_res, population, lat, lng, source FROM place;

-- name: storedResolutions
SELECT DISTINCT level, h3_res FROM place WHERE h3_res BETWEEN 4 AND 8;
