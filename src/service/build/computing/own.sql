-- How many listings of each cell and lens have an area; these count toward the floor.
CREATE OR REPLACE TABLE own AS
SELECT lens, cell, count(area)::INTEGER AS with_area FROM member GROUP BY lens, cell
