SELECT geo_id, parent, name, level, country, h3_res, lat, lng, source
FROM place
WHERE country = ?1 AND level = ?2 AND name = ?3 AND lat IS NOT NULL AND lng IS NOT NULL
