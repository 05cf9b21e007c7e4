INSERT OR REPLACE INTO learned (name, value) VALUES (?, ?)
