-- All places of one source.
DELETE FROM place WHERE source = ?
