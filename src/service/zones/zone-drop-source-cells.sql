DELETE FROM place_cell WHERE geo_id IN (SELECT geo_id FROM place WHERE source = ?1 AND level <> 'country')
