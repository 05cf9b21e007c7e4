INSERT INTO place (geo_id, parent, name, level, country, h3_res, population, lat, lng, source)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
