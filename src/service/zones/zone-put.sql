-- An existing place keeps its population, which zone files do not have.
INSERT INTO place (geo_id, parent, name, level, country, h3_res, lat, lng, source)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
ON CONFLICT (geo_id) DO UPDATE SET
  parent = excluded.parent, name = excluded.name, level = excluded.level, country = excluded.country,
  h3_res = excluded.h3_res, lat = excluded.lat, lng = excluded.lng, source = excluded.source
