-- Further cells of a place; ?2 is a JSON array of ids, which SQLite reads as 64-bit integers.
INSERT OR IGNORE INTO place_cell (geo_id, cell) SELECT ?1, value FROM json_each(?2)
