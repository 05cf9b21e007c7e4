-- The busiest part of the market at one resolution: of the cells with enough listings of their own, grouped by their
-- ancestors two resolutions up, the fullest group's fullest cell, if the group has enough of them for a view.
WITH shown AS (
  SELECT
    cell, listings,
    (cell - (2::BIGINT << 52)) | (63::BIGINT << (3 * (15 - $resolution::INTEGER))) AS around
  FROM figure JOIN lens USING (lens)
  WHERE NOT estimated AND ad_sub_type = $ad_sub_type AND property_type = '' AND rooms = -1
    AND (cell >> 52) & 15 = $resolution::INTEGER
), busiest AS (
  SELECT around FROM shown GROUP BY around
  HAVING count(*) >= $fewest
  ORDER BY sum(listings) DESC, around LIMIT 1
)
SELECT cell FROM shown SEMI JOIN busiest USING (around) ORDER BY listings DESC, cell LIMIT 1
