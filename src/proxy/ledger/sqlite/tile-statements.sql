-- Editions, tiles and their parts.

-- name: keepEdition
INSERT OR REPLACE INTO edition (as_of, lens, resolution, body) VALUES (?, ?, ?, ?);

-- name: selectEdition
SELECT body FROM edition WHERE as_of = ? AND lens = ? AND resolution = ?;

-- name: selectNewestPeriod
SELECT max(as_of) AS as_of FROM edition;

-- name: selectPeriod
SELECT 1 AS known FROM edition WHERE as_of = ? LIMIT 1;

-- name: selectRevisions
SELECT DISTINCT as_of, json_extract(body, '$.snapshot.revision') AS revision FROM edition;

-- name: selectOtherRevision
SELECT 1 AS known FROM edition WHERE as_of = ? AND coalesce(json_extract(body, '$.snapshot.revision'), '') <> ? LIMIT 1;

-- name: insertTile
INSERT OR IGNORE INTO tile (as_of, lens, resolution, parent, etag, gzip) VALUES (?, ?, ?, ?, ?, ?);

-- name: selectTile
SELECT etag, gzip FROM tile WHERE as_of = ? AND lens = ? AND resolution = ? AND parent = ?;

-- name: selectHeld
SELECT parent FROM tile WHERE as_of = ? AND lens = ? AND resolution = ? AND parent IN (SELECT value FROM json_each(?));

-- name: selectParts
SELECT first, figures FROM part WHERE as_of = ? AND lens = ? AND resolution = ? AND parent = ? ORDER BY first;

-- name: deleteParts
DELETE FROM part WHERE as_of = ? AND lens = ? AND resolution = ? AND parent = ?;

-- name: insertReceipt
INSERT INTO receipt (at, as_of, lens, resolution, cells, rows) VALUES (?, ?, ?, ?, ?, ?);

-- name: insertWrittenCall
INSERT OR IGNORE INTO written_call (id) VALUES (?);

-- name: forgetTiles
DELETE FROM tile WHERE as_of = ?;

-- name: forgetEditions
DELETE FROM edition WHERE as_of = ?;

-- name: forgetParts
DELETE FROM part WHERE as_of = ?;

-- name: forgetLookups
DELETE FROM lookup WHERE as_of = ?;

-- name: forgetRates
DELETE FROM learned WHERE name = 'rates ' || ?;

-- name: forgetScales
DELETE FROM scale WHERE as_of = ?;
