UPDATE parsed SET lat = lng, lng = lat WHERE n IN (SELECT n FROM swapped)
