DELETE FROM lookup WHERE as_of = ?
