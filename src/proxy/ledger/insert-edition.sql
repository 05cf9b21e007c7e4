INSERT OR IGNORE INTO edition (as_of, lens, resolution, body) VALUES (?, ?, ?, ?)
