UPDATE parsed SET reason = 'coordinates out of range' WHERE reason IS NULL AND (abs(lat) > 90 OR abs(lng) > 180)
