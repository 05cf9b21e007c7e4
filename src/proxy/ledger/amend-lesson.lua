-- Replaces a value that is still what it was. KEYS: the lesson. ARGV: before ('' for none), after.
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
return 1
