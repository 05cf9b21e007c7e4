SELECT DISTINCT cell_parent(located.cell, 6) AS coarse FROM parsed JOIN located USING (n) WHERE parsed.country IS NULL
