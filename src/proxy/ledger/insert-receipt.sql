INSERT INTO receipt (at, as_of, lens, resolution, cells, rows) VALUES (?, ?, ?, ?, ?, ?)
