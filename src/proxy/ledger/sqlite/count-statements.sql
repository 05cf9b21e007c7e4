-- Calls counted against caps, and totals of what was spent.

-- name: countCall
INSERT INTO call_count (name, calls) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET calls = calls + 1;

-- name: returnCall
UPDATE call_count SET calls = calls - 1 WHERE name = ? AND calls > 0;

-- name: selectCallCount
SELECT calls FROM call_count WHERE name = ?;

-- name: forgetCallCounts
DELETE FROM call_count WHERE name < date(substr(?, 1, 10), '-1 day');

-- name: addHeldTold
INSERT INTO held_told (day, cells) VALUES (?, ?) ON CONFLICT (day) DO UPDATE SET cells = cells + excluded.cells;

-- name: selectTotals
SELECT (SELECT tiles FROM tile_count) AS tiles_held, (SELECT coalesce(sum(calls), 0) FROM spent_on_day) AS calls_spent;
