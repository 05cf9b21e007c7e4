INSERT OR IGNORE INTO tile (as_of, lens, resolution, parent, etag, gzip) VALUES (?, ?, ?, ?, ?, ?)
