-- Grids count metres: hundreds of thousands of them in either direction, or in one, and at most 20,037,508 in Web Mercator.
-- Devices and some databases write millionths of a degree as whole numbers.
UPDATE parsed
SET reason = CASE
  WHEN greatest(abs(lat), abs(lng)) > 20037509 THEN 'coordinates in millionths of a degree or the like, not in degrees (WGS 84)'
  WHEN greatest(abs(lat), abs(lng)) > 10000 THEN 'coordinates in metres of a grid or in millionths of a degree, not in degrees (WGS 84)'
  ELSE 'coordinates out of range'
END
WHERE reason IS NULL AND (abs(lat) > 90 OR abs(lng) > 180)
