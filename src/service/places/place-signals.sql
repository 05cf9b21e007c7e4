-- Whether a place has listings, and whether it has figures in the period. Runs on a period's figures.sqlite with
-- places.sqlite attached as `places`. A place without cells has those of the nearest places beneath it that have any.
WITH RECURSIVE
held (geo_id) AS (
  SELECT :geo_id
  UNION
  SELECT place.geo_id FROM held JOIN places.place ON place.parent = held.geo_id
  WHERE NOT EXISTS (SELECT 1 FROM places.place_cell WHERE place_cell.geo_id = held.geo_id)
),
any_type (lens) AS (SELECT id FROM lens WHERE property_type = '' AND rooms = -1)
SELECT
  EXISTS (
    SELECT 1 FROM held
    CROSS JOIN places.place_cell AS stored ON stored.geo_id = held.geo_id
    CROSS JOIN listing_cell ON listing_cell.cell = stored.cell
  ) AS listings,
  EXISTS (
    SELECT 1 FROM any_type CROSS JOIN held
    CROSS JOIN places.place_cell AS stored ON stored.geo_id = held.geo_id
    CROSS JOIN figure ON figure.lens = any_type.lens AND figure.cell = stored.cell
  ) OR EXISTS (
    -- At the default resolution 8, the ids of a cell's descendants are one range. Bits 52 to 55 are the resolution.
    -- Bits 21 to 44 are the digits of resolutions 1 to 8, three bits each, all ones beyond the cell's own resolution.
    SELECT 1 FROM any_type CROSS JOIN held
    CROSS JOIN places.place_cell AS stored ON stored.geo_id = held.geo_id
    CROSS JOIN figure ON figure.lens = any_type.lens AND figure.cell BETWEEN
      (((stored.cell & ~(15 << 52)) | (8 << 52)) & ~(((1 << (3 * (8 - ((stored.cell >> 52) & 15)))) - 1) << 21))
      AND ((stored.cell & ~(15 << 52)) | (8 << 52))
  ) AS figures
