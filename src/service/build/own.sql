-- How many listings each cell has of its own under each lens; those with an area count toward the floor.
CREATE OR REPLACE TABLE own AS
SELECT lens, cell, count(area)::INTEGER AS with_area FROM member GROUP BY lens, cell
