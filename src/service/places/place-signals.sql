-- Whether a place has listings, and whether it has figures in the period. Runs on a period's figures.sqlite with
-- places.sqlite attached as `places`, and the file with the cells of all listings as `held_cells`. A place without cells
-- has those of the nearest places beneath it that have any.
WITH RECURSIVE
held (geo_id) AS (
  SELECT :geo_id
  UNION
  SELECT place.geo_id FROM held JOIN places.place ON place.parent = held.geo_id
  WHERE NOT EXISTS (SELECT 1 FROM places.place_cell WHERE place_cell.geo_id = held.geo_id)
),
stored (cell, resolution, has_listings) AS (
  SELECT
    place_cell.cell, (place_cell.cell >> 52) & 15,
    EXISTS (SELECT 1 FROM held_cells.listing_cell WHERE listing_cell.cell = place_cell.cell)
  FROM held CROSS JOIN places.place_cell ON place_cell.geo_id = held.geo_id
),
-- The place's cells at each resolution, as ranges of ids: the parents of its stored cells, these, and their descendants.
-- Bits 52 to 55 are the resolution. Below are three bits for the digit of each resolution, all ones beyond the cell's own.
-- A cell without listings has no figures, but its parent can have those of a neighbour.
span (last, digits) AS (
  SELECT DISTINCT
    (stored.cell & ~(15 << 52)) | (at.value << 52) | ((1 << (3 * (15 - at.value))) - 1),
    ((1 << (3 * max(0, at.value - stored.resolution))) - 1) << (3 * (15 - at.value))
  FROM stored CROSS JOIN json_each('[4, 5, 6, 7, 8]') AS at
  WHERE stored.has_listings OR at.value < stored.resolution
),
any_type (lens) AS (SELECT id FROM lens WHERE property_type = '' AND rooms = -1)
SELECT
  EXISTS (SELECT 1 FROM stored WHERE has_listings) AS listings,
  EXISTS (
    SELECT 1 FROM any_type CROSS JOIN span
    CROSS JOIN figure ON figure.lens = any_type.lens AND figure.cell BETWEEN span.last & ~span.digits AND span.last
  ) AS figures
