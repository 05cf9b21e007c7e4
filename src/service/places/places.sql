-- The place tree and the cells of each place. Country rows: geo_id is the lower-case alpha-2 code, parent is null.
-- A place's cells are at h3_res; its children are the rows that name it as parent, of any finer level.
CREATE TABLE IF NOT EXISTS place (
  geo_id TEXT PRIMARY KEY,
  parent TEXT,
  name TEXT NOT NULL,
  level TEXT NOT NULL,
  country TEXT NOT NULL,
  h3_res INTEGER,
  population INTEGER NOT NULL DEFAULT 0,
  lat REAL,
  lng REAL,
  source TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS place_parent ON place (parent, name);
CREATE TABLE IF NOT EXISTS place_cell (
  geo_id TEXT NOT NULL,
  cell INTEGER NOT NULL,
  PRIMARY KEY (geo_id, cell)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS place_cell_cell ON place_cell (cell);
