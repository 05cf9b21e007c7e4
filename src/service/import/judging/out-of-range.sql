-- National grids count metres: hundreds of thousands of them in either direction, or in one.
UPDATE parsed
SET reason = CASE
  WHEN greatest(abs(lat), abs(lng)) > 10000 THEN 'coordinates in metres of a national grid, not in degrees (WGS 84)'
  ELSE 'coordinates out of range'
END
WHERE reason IS NULL AND (abs(lat) > 90 OR abs(lng) > 180)
