SELECT prices_available FROM lookup WHERE as_of = ? AND parent = ?
