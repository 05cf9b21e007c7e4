INSERT OR IGNORE INTO part (as_of, lens, resolution, parent, first, figures) VALUES (?, ?, ?, ?, ?, ?)
