SELECT calls FROM call_count WHERE name = ?
