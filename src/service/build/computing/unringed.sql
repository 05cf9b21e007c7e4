-- Cells below the floor that are not in table ring yet.
SELECT DISTINCT cell FROM own ANTI JOIN ring USING (cell) WHERE with_area < $floor
