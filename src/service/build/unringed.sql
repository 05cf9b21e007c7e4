-- Cells below the floor whose neighbours are not known yet.
SELECT DISTINCT cell FROM own ANTI JOIN ring USING (cell) WHERE with_area < $floor
