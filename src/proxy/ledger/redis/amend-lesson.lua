-- Replaces a value unless it has changed. KEYS: the lesson. ARGV: value before ('' for none), value after.
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
return 1
