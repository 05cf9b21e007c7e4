-- Cells below the floor that reach it together with their neighbours.
CREATE OR REPLACE TABLE pool AS
SELECT own.lens, own.cell
FROM own JOIN ring ON ring.cell = own.cell JOIN own AS near ON near.lens = own.lens AND near.cell = ring.near
WHERE own.with_area < $floor
GROUP BY own.lens, own.cell
HAVING sum(near.with_area) >= $floor
