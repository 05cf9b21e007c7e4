SELECT 1 AS known FROM edition WHERE as_of = ? LIMIT 1
