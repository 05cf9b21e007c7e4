DELETE FROM place WHERE source = ?1 AND level <> 'country'
