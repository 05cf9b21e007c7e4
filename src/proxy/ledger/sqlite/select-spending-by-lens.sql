SELECT lens, calls, cells AS bought_cells
FROM spent_on_lens
ORDER BY calls DESC, lens
LIMIT ?
