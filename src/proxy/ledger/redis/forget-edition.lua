-- Drops everything held of one edition; its cost stays counted. KEYS: edition, tiles, parts, tally.
local tiles = redis.call('HLEN', KEYS[2])
if tiles > 0 then redis.call('HINCRBY', KEYS[4], 'tiles', -tiles) end
return redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
