INSERT OR REPLACE INTO lease (name, holder, until) VALUES (?, ?, ?)
