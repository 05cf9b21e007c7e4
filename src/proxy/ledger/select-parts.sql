SELECT first, figures FROM part WHERE as_of = ? AND lens = ? AND resolution = ? AND parent = ? ORDER BY first
