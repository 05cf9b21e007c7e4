SELECT geo_id, parent, name, level, country, h3_res, population, lat, lng, source FROM place
