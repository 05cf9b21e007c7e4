UPDATE parsed SET lat = lng, lng = lat WHERE n IN (SELECT n FROM swapped);
UPDATE parsed SET reason = 'coordinates out of range' WHERE reason IS NULL AND (abs(lat) > 90 OR abs(lng) > 180);
