-- When two pieces start with the same cell, the longer one is kept: its additional cells were paid for.
INSERT INTO part (as_of, lens, resolution, parent, first, figures) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (as_of, lens, resolution, parent, first) DO UPDATE SET figures = excluded.figures
WHERE json_array_length(excluded.figures) > json_array_length(figures)
