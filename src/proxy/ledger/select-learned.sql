SELECT value FROM learned WHERE name = ?
