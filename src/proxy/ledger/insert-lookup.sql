INSERT OR REPLACE INTO lookup (as_of, parent, prices_available) VALUES (?, ?, ?)
