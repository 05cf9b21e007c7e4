-- The places that have any of these cells stored; :cells is a JSON array of decimal ids, as text.
SELECT wanted.key AS position, place_cell.geo_id AS geo_id
FROM json_each(:cells) AS wanted CROSS JOIN place_cell ON place_cell.cell = CAST(wanted.value AS INTEGER)
