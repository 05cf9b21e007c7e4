-- A country that another source has already brought in stays as it is.
INSERT INTO place (geo_id, parent, name, level, country, h3_res, population, lat, lng, source)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (geo_id) DO NOTHING
