-- Where portions of the cells begin, each with about this many rows of listings: a cell is in one portion as a whole.
SELECT min(cell) AS first
FROM (
  SELECT cell, sum(listings) OVER (ORDER BY cell) - listings AS before
  FROM (SELECT cell, count(*) AS listings FROM member GROUP BY cell)
)
GROUP BY before // $listings
ORDER BY first
