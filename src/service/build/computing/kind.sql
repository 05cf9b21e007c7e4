-- The combinations of offer, type and rooms that listings have.
CREATE OR REPLACE TABLE kind AS
SELECT row_number() OVER (ORDER BY ad_sub_type, property_type, rooms)::INTEGER AS kind, *
FROM (SELECT DISTINCT ad_sub_type, property_type, rooms FROM trimmed)
