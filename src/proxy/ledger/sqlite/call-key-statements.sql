-- Keys of metered calls, timed by the database's clock.

-- name: selectCallKey
SELECT key FROM call_key WHERE call = ? AND until > CAST(unixepoch('subsec') * 1000 AS INTEGER);

-- name: insertCallKey
INSERT OR REPLACE INTO call_key (call, key, until) VALUES (?, ?, CAST(unixepoch('subsec') * 1000 AS INTEGER) + ?);

-- name: shortenCallKey
UPDATE call_key SET until = min(until, CAST(unixepoch('subsec') * 1000 AS INTEGER) + ?) WHERE call = ?;

-- name: forgetCallKeys
DELETE FROM call_key WHERE until <= CAST(unixepoch('subsec') * 1000 AS INTEGER);
