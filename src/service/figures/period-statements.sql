-- A period's content other than figures: statements of one line.

-- name: meta
SELECT key, value FROM meta;

-- name: lenses
SELECT id, ad_sub_type, property_type, rooms FROM lens;
