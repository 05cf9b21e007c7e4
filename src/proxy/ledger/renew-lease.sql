UPDATE lease SET until = ?, watched_since = NULL, watched_at = NULL WHERE name = ? AND holder = ?
