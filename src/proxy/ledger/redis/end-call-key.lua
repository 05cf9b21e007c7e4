-- Shortens how long the key of a metered call is kept. KEYS: the call. ARGV: at most so long from now (ms).
if redis.call('PTTL', KEYS[1]) > tonumber(ARGV[1]) then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
