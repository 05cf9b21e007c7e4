-- Small groups of rows, since a query of a few cells reads whole ones; in order, so that it finds those it needs.
ATTACH '{file}' AS facts_file (ROW_GROUP_SIZE 10240);
CREATE TABLE facts_file.fact AS
SELECT
  cell, ad_sub_type, property_type, rooms, price_usd, price_per_sqm_usd, area, kept_1m, kept_3m
FROM trimmed ORDER BY cell;
DETACH facts_file
