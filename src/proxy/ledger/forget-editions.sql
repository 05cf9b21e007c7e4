DELETE FROM edition WHERE as_of = ?
