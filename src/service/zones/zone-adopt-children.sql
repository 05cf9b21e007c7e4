UPDATE place SET parent = ?2 WHERE parent = ?1
