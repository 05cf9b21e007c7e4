-- Classes of territories.

-- name: insertScale
INSERT OR IGNORE INTO scale (as_of, lens, resolution, metric, geo_id, body) VALUES (?, ?, ?, ?, ?, ?);

-- name: selectScale
SELECT body FROM scale WHERE as_of = ? AND lens = ? AND resolution = ? AND metric = ? AND geo_id = ?;
