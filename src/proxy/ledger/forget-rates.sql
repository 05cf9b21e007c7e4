DELETE FROM learned WHERE name = 'rates ' || ?
