-- Keeps the neighbouring minutes, because the clocks of two services can differ. Minutes far ahead remain from before a
-- clock was set back.
DELETE FROM taken WHERE minute NOT BETWEEN :minute - 1 AND :minute + 1
