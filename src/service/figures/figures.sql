-- The figures of one period, money in USD. See docs/architecture.md.
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
-- property_type '' is any type; rooms -1 is any number, 5 is five or more.
CREATE TABLE lens (
  id INTEGER PRIMARY KEY,
  ad_sub_type TEXT NOT NULL,
  property_type TEXT NOT NULL,
  rooms INTEGER NOT NULL
);
CREATE TABLE figure (
  lens INTEGER NOT NULL,
  cell INTEGER NOT NULL,
  estimated INTEGER NOT NULL,
  listings INTEGER NOT NULL,
  median_price REAL,
  median_price_per_sqm REAL,
  median_area REAL,
  average_price REAL,
  PRIMARY KEY (lens, cell)
) WITHOUT ROWID;
-- Cells at resolutions 4 to 8 with a listing of any kind in the 365 days before the period's label, when it was built:
-- a later import of months before the window changes it only when a country appears or disappears.
CREATE TABLE listing_cell (cell INTEGER PRIMARY KEY, country TEXT NOT NULL) WITHOUT ROWID;
