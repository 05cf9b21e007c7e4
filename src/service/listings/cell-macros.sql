-- The ancestor at resolution r of an H3 cell at resolution 8: the digits below r become 7, which means unused.
CREATE MACRO cell_parent(cell, r) AS ((cell - ((8 - r)::BIGINT << 52)) | ((1::BIGINT << (3 * (15 - r))) - 1))
