UPDATE parsed SET lat = web_mercator_lat(lat), lng = web_mercator_lng(lng) WHERE n IN (SELECT n FROM converted)
