-- Cells at every resolution with a listing from {start} to before {end}, and the country of most of their listings.
INSERT INTO listing_cell
SELECT {build:String}, parent, argMax(country, (listings, toString(country)))
FROM (
  SELECT country, arrayJoin(arrayMap(r -> h3ToParent(cell, toUInt8(r)), range(4, 9))) AS parent, sum(here) AS listings
  FROM (
    -- Far fewer cells than listings have to have their parents found.
    SELECT country, cell, count() AS here
    FROM listing
    WHERE listed_on >= {start:Date32} AND listed_on < {end:Date32} AND ({share})
    GROUP BY country, cell
  )
  GROUP BY country, parent
)
GROUP BY parent
