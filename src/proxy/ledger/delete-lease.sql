DELETE FROM lease WHERE name = ? AND holder = ?
