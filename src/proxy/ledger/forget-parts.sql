DELETE FROM part WHERE as_of = ?
