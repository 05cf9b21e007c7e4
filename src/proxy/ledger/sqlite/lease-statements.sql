-- Leases, timed by the database's clock.

-- name: selectClock
SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now;

-- name: selectLease
SELECT holder, until, watched_since, watched_at FROM lease WHERE name = ?;

-- name: insertLease
INSERT OR REPLACE INTO lease (name, holder, until) VALUES (?, ?, ?);

-- name: watchLease
UPDATE lease SET watched_since = ?, watched_at = ? WHERE name = ?;

-- name: renewLease
UPDATE lease SET until = ?, watched_since = NULL, watched_at = NULL WHERE name = ? AND holder = ?;

-- name: deleteLease
DELETE FROM lease WHERE name = ? AND holder = ?;
