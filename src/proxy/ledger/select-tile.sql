SELECT etag, gzip FROM tile WHERE as_of = ? AND lens = ? AND resolution = ? AND parent = ?
