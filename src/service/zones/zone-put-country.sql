INSERT INTO place (geo_id, parent, name, level, country, source) VALUES (?1, NULL, ?2, 'country', ?1, ?3)
ON CONFLICT (geo_id) DO NOTHING
