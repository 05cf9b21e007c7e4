INSERT INTO held_told (day, cells) VALUES (?, ?) ON CONFLICT (day) DO UPDATE SET cells = cells + excluded.cells
