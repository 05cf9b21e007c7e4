-- Lessons and look-ups.

-- name: insertLesson
INSERT OR REPLACE INTO learned (name, value) VALUES (?, ?);

-- name: selectLesson
SELECT value FROM learned WHERE name = ?;

-- name: insertLookup
INSERT OR REPLACE INTO lookup (as_of, parent, prices_available) VALUES (?, ?, ?);

-- name: selectLookup
SELECT prices_available FROM lookup WHERE as_of = ? AND parent = ?;
