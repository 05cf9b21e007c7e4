-- The proxy's ledger. Tiles are written once and never changed.
BEGIN IMMEDIATE;

CREATE TABLE IF NOT EXISTS edition (
  as_of TEXT NOT NULL,
  lens TEXT NOT NULL,
  resolution INTEGER NOT NULL,
  body TEXT NOT NULL, -- the Edition as JSON
  PRIMARY KEY (as_of, lens, resolution)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS tile (
  as_of TEXT NOT NULL,
  lens TEXT NOT NULL,
  resolution INTEGER NOT NULL,
  parent TEXT NOT NULL,
  etag TEXT NOT NULL, -- hash of the encoded tile
  gzip BLOB NOT NULL, -- the encoded tile, compressed
  UNIQUE (as_of, lens, resolution, parent)
);

-- Pieces of tiles that took more than one call; deleted once the tile is whole.
CREATE TABLE IF NOT EXISTS part (
  as_of TEXT NOT NULL,
  lens TEXT NOT NULL,
  resolution INTEGER NOT NULL,
  parent TEXT NOT NULL,
  first INTEGER NOT NULL, -- index of the piece's first cell in the tile
  figures TEXT NOT NULL, -- JSON array, null where the service had no row
  PRIMARY KEY (as_of, lens, resolution, parent, first)
) WITHOUT ROWID;

-- Results of free look-ups: 1 when the service has listings under the parent, 0 when it has none, -1 when it serves no market there.
CREATE TABLE IF NOT EXISTS lookup (
  as_of TEXT NOT NULL,
  parent TEXT NOT NULL,
  prices_available INTEGER NOT NULL,
  PRIMARY KEY (as_of, parent)
) WITHOUT ROWID;

-- Classes of territories, decided once for a period and never changed.
CREATE TABLE IF NOT EXISTS scale (
  as_of TEXT NOT NULL,
  lens TEXT NOT NULL,
  resolution INTEGER NOT NULL,
  metric TEXT NOT NULL,
  geo_id TEXT NOT NULL,
  body TEXT NOT NULL, -- the DecidedScale as JSON
  PRIMARY KEY (as_of, lens, resolution, metric, geo_id)
) WITHOUT ROWID;

-- Lessons, such as limits that the service never states; JSON values.
CREATE TABLE IF NOT EXISTS learned (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- One row for each metered call that was answered with figures.
CREATE TABLE IF NOT EXISTS receipt (
  id INTEGER PRIMARY KEY,
  at TEXT NOT NULL, -- ISO 8601, UTC
  as_of TEXT NOT NULL,
  lens TEXT NOT NULL,
  resolution INTEGER NOT NULL,
  cells INTEGER NOT NULL, -- requested
  rows INTEGER NOT NULL -- cells with figures
);

-- Metered calls counted under names that start with their day (UTC), for the caps on spending; refused calls count too.
CREATE TABLE IF NOT EXISTS call_count (name TEXT PRIMARY KEY, calls INTEGER NOT NULL) WITHOUT ROWID;

-- Cells sent to viewers without being bought, by day (UTC).
CREATE TABLE IF NOT EXISTS held_told (day TEXT PRIMARY KEY, cells INTEGER NOT NULL) WITHOUT ROWID;

-- Ids of calls already written, so that none is written twice.
CREATE TABLE IF NOT EXISTS written_call (id TEXT PRIMARY KEY) WITHOUT ROWID;

-- Keys of metered calls that are under way or have just ended, by a hash of what they ask. `until`: milliseconds since 1970.
CREATE TABLE IF NOT EXISTS call_key (call TEXT PRIMARY KEY, key TEXT NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID;

-- Metered calls that were begun and whose end nobody has recorded. `until`: milliseconds since 1970.
CREATE TABLE IF NOT EXISTS open_call (
  id TEXT PRIMARY KEY,
  lens TEXT NOT NULL,
  resolution INTEGER NOT NULL,
  body TEXT NOT NULL, -- JSON, see buying/open-calls.ts
  until INTEGER NOT NULL
) WITHOUT ROWID;

-- Which process may buy a tile, under any name. Times are milliseconds since 1970.
CREATE TABLE IF NOT EXISTS lease (
  name TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  until INTEGER NOT NULL,
  watched_since INTEGER, -- when another process first requested it after it ran out
  watched_at INTEGER -- when another process last requested it
) WITHOUT ROWID;

-- Sums over the tables above that grow for years, kept by triggers, because adding them up at each request would take
-- too long.
CREATE TABLE IF NOT EXISTS spent_on_day (
  day TEXT PRIMARY KEY, -- UTC
  calls INTEGER NOT NULL,
  cells INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS spent_on_lens (
  lens TEXT PRIMARY KEY,
  calls INTEGER NOT NULL,
  cells INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tile_count (id INTEGER PRIMARY KEY CHECK (id = 1), tiles INTEGER NOT NULL);

-- For a ledger written before these sums existed.
INSERT INTO spent_on_day
  SELECT substr(at, 1, 10), count(*), sum(cells) FROM receipt
  WHERE NOT EXISTS (SELECT 1 FROM spent_on_day) GROUP BY substr(at, 1, 10);
INSERT INTO spent_on_lens
  SELECT lens, count(*), sum(cells) FROM receipt WHERE NOT EXISTS (SELECT 1 FROM spent_on_lens) GROUP BY lens;
INSERT OR IGNORE INTO tile_count SELECT 1, count(*) FROM tile WHERE NOT EXISTS (SELECT 1 FROM tile_count);

CREATE TRIGGER IF NOT EXISTS add_receipt AFTER INSERT ON receipt BEGIN
  INSERT INTO spent_on_day VALUES (substr(NEW.at, 1, 10), 1, NEW.cells)
    ON CONFLICT (day) DO UPDATE SET calls = calls + 1, cells = cells + excluded.cells;
  INSERT INTO spent_on_lens VALUES (NEW.lens, 1, NEW.cells)
    ON CONFLICT (lens) DO UPDATE SET calls = calls + 1, cells = cells + excluded.cells;
END;
CREATE TRIGGER IF NOT EXISTS add_tile AFTER INSERT ON tile BEGIN UPDATE tile_count SET tiles = tiles + 1; END;
CREATE TRIGGER IF NOT EXISTS drop_tile AFTER DELETE ON tile BEGIN UPDATE tile_count SET tiles = tiles - 1; END;

COMMIT;
