-- The cells of all places of one source.
DELETE FROM place_cell WHERE geo_id IN (SELECT geo_id FROM place WHERE source = ?)
