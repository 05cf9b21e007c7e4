-- Every lens that has listings: each kind, with any type ('') and with any number of rooms (-1).
CREATE OR REPLACE TABLE lens AS
SELECT row_number() OVER (ORDER BY ad_sub_type, property_type, rooms)::INTEGER AS lens, *
FROM (
  SELECT ad_sub_type, property_type, rooms FROM kind
  UNION SELECT ad_sub_type, '', rooms FROM kind
  UNION SELECT ad_sub_type, property_type, -1 FROM kind
  UNION SELECT ad_sub_type, '', -1 FROM kind
)
