-- The minutes beside this one stay, since the clocks of two services may differ; one far ahead is of a clock set back.
DELETE FROM taken WHERE minute NOT BETWEEN :minute - 1 AND :minute + 1
