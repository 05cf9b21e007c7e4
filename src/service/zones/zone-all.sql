SELECT geo_id, level, country, name, source, h3_res, lat, lng FROM place WHERE level <> 'country' ORDER BY geo_id
