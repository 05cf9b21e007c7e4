-- Metered calls that were begun, timed by the database's clock.

-- name: keepOpenCall
INSERT INTO open_call (id, lens, resolution, body, until)
VALUES (?, ?, ?, ?, CAST(unixepoch('subsec') * 1000 AS INTEGER) + ?)
ON CONFLICT (id) DO UPDATE SET body = excluded.body;

-- name: selectOpenCalls
SELECT id, body FROM open_call
WHERE lens = ? AND resolution = ? AND until > CAST(unixepoch('subsec') * 1000 AS INTEGER) ORDER BY until, id;

-- name: dropOpenCall
DELETE FROM open_call WHERE id = ?;

-- name: forgetOpenCalls
DELETE FROM open_call WHERE until <= CAST(unixepoch('subsec') * 1000 AS INTEGER);
