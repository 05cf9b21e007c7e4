DELETE FROM call_count WHERE name < date(substr(?, 1, 10), '-1 day')
