-- Returns the key of a metered call, and keeps it unless there is one. KEYS: the call. ARGV: a new key, how long to keep it (ms).
local known = redis.call('GET', KEYS[1])
if known then return known end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return ARGV[1]
