UPDATE lease SET watched_since = ?, watched_at = ? WHERE name = ?
