DELETE FROM part WHERE as_of = ? AND lens = ? AND resolution = ? AND parent = ?
