-- The lenses that include each kind of listing.
CREATE OR REPLACE TABLE kind_lens AS
SELECT kind.kind, lens.lens
FROM kind JOIN lens
  ON lens.ad_sub_type = kind.ad_sub_type
  AND lens.property_type IN ('', kind.property_type)
  AND lens.rooms IN (-1, kind.rooms)
