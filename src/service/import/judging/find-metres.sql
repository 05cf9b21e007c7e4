-- Metres of Web Mercator, of which 20,037,508 are half the equator, become degrees. Nobody lives within 180 metres of where
-- they begin, in the sea off Africa: numbers as small as degrees are degrees, whatever the file says of them.
INSERT INTO converted
SELECT n FROM parsed
WHERE reason IS NULL AND (abs(lat) > 90 OR abs(lng) > 180) AND abs(lat) <= 20037509 AND abs(lng) <= 20037509
  AND ($named OR n IN (SELECT n FROM cells WHERE is_in_web_mercator(point)))
