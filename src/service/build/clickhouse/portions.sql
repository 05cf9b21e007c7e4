-- Where portions of the cells begin, each with about this many listings: a cell is in one portion as a whole.
SELECT toString(min(parent)) AS first
FROM (
  SELECT parent, sum(listings) OVER (ORDER BY parent) - listings AS before
  FROM (
    SELECT h3ToParent(cell, {resolution:UInt8}) AS parent, count() AS listings
    FROM fact
    WHERE build = {build:String} AND if({resolution:UInt8} <= 6, kept_1m, kept_3m)
    GROUP BY parent
  )
)
GROUP BY intDiv(before, {listings:UInt64})
ORDER BY min(parent)
