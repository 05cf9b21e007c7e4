DELETE FROM tile WHERE as_of = ?
