-- Counts one request of a minute, unless the limit is reached. KEYS: the count. ARGV: the limit, seconds to keep it.
-- Returns the count, or -1.
if tonumber(redis.call('GET', KEYS[1]) or 0) >= tonumber(ARGV[1]) then return -1 end
local taken = redis.call('INCR', KEYS[1])
if taken == 1 then redis.call('EXPIRE', KEYS[1], ARGV[2]) end
return taken
