SELECT holder, until, watched_since, watched_at FROM lease WHERE name = ?
