-- The positions of rows: statements of one line.

-- name: points
SELECT n, lat, lng FROM parsed WHERE reason IS NULL;

-- name: coarseCells
SELECT DISTINCT cell_parent(located.cell, 6) AS coarse, parsed.country FROM parsed JOIN located USING (n);

-- name: borderCells
SELECT DISTINCT located.cell FROM parsed JOIN located USING (n)
WHERE parsed.country IS NULL AND cell_parent(located.cell, 6) IN (FROM border);
