-- Whether some of a place's own cells have listings, and whether they have figures in the period: at most :most cells after
-- :after, ascending. Runs on a period's figures.sqlite with places.sqlite attached as `places`, and the file with the cells
-- of all listings as `held_cells`. Ids are texts outside, since JavaScript's numbers cannot hold them.
WITH RECURSIVE
stored (cell, resolution) AS MATERIALIZED (
  SELECT cell, (cell >> 52) & 15 FROM places.place_cell
  WHERE geo_id = :geo_id AND cell > CAST(:after AS INTEGER)
  ORDER BY cell
  LIMIT :most
),
listed (cell, resolution) AS (
  SELECT stored.cell, stored.resolution
  FROM stored CROSS JOIN held_cells.listing_cell ON listing_cell.cell = stored.cell
),
-- The place's cells at each resolution, as ranges of ids. Bits 52 to 55 are the resolution. Below are three bits for the
-- digit of each resolution, all ones beyond the cell's own.
-- A cell without listings has no figures, but its parent can have those of a neighbour. Each resolution has a seventh of
-- the cells of the next finer one, so parents are found one resolution after the other.
parent (cell, resolution) AS (
  SELECT DISTINCT
    (cell & ~(15 << 52)) | ((resolution - 1) << 52) | ((1 << (3 * (16 - resolution))) - 1), resolution - 1
  FROM stored WHERE resolution > 4
  UNION
  SELECT (cell & ~(15 << 52)) | ((resolution - 1) << 52) | ((1 << (3 * (16 - resolution))) - 1), resolution - 1
  FROM parent WHERE resolution > 4
),
span (last, digits) AS (
  SELECT
    (listed.cell & ~(15 << 52)) | (at.value << 52) | ((1 << (3 * (15 - at.value))) - 1),
    ((1 << (3 * (at.value - listed.resolution))) - 1) << (3 * (15 - at.value))
  FROM listed CROSS JOIN json_each('[4, 5, 6, 7, 8]') AS at
  WHERE at.value >= listed.resolution
  UNION ALL
  SELECT cell, 0 FROM parent
),
any_type (lens) AS (SELECT id FROM lens WHERE property_type = '' AND rooms = -1)
SELECT
  (SELECT count(*) FROM stored) AS cells,
  (SELECT CAST(max(cell) AS TEXT) FROM stored) AS last,
  EXISTS (SELECT 1 FROM listed) AS listings,
  EXISTS (
    SELECT 1 FROM span CROSS JOIN any_type
    CROSS JOIN figure ON figure.lens = any_type.lens AND figure.cell BETWEEN span.last & ~span.digits AND span.last
  ) AS figures
