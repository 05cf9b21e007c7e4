SELECT body FROM edition WHERE as_of = ? AND lens = ? AND resolution = ?
