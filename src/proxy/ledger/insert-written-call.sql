INSERT OR IGNORE INTO written_call (id) VALUES (?)
