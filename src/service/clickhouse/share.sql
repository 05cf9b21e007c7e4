-- Conditions on rows of a build: which of them a shard has. A coarse cell, one of resolution 1, is in one shard as a whole;
-- its number is made of the base cell and the first digit in an id, and mixed, as in shards.ts.

-- name: ownCells
bitShiftRight(bitAnd((bitAnd(bitShiftRight(cell, 45), 127) * 7 + bitAnd(bitShiftRight(cell, 42), 7)) * 40503, 65535), 4)
  % {shards:UInt16} = {shard:UInt16}

-- name: ownListings
-- Listings also go to the shards of the cells around theirs, which are pooled with them.
arrayExists(
  resolution -> arrayExists(
    near ->
      bitShiftRight(bitAnd((bitAnd(bitShiftRight(near, 45), 127) * 7 + bitAnd(bitShiftRight(near, 42), 7)) * 40503, 65535), 4)
        % {shards:UInt16} = {shard:UInt16},
    h3kRing(h3ToParent(cell, toUInt8(resolution)), 1)
  ),
  range(4, 9)
)
