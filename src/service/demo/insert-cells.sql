-- All cells of one place at once, as a JSON list of 64-bit integers.
INSERT OR IGNORE INTO place_cell (geo_id, cell) SELECT ?, value FROM json_each(?)
