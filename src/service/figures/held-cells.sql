-- Where listings are held, of any age and offer. See docs/architecture.md.
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
-- Cells at resolutions 4 to 8 with a listing.
CREATE TABLE listing_cell (cell INTEGER PRIMARY KEY, country TEXT NOT NULL) WITHOUT ROWID;
