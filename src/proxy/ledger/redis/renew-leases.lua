-- Renews leases. KEYS: one for each name. ARGV: holder, duration (ms). Returns the indexes of those still the holder's.
local holder, ttl = ARGV[1], tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local kept = {}
for i, key in ipairs(KEYS) do
  if redis.call('HGET', key, 'holder') == holder then
    redis.call('HSET', key, 'until', string.format('%d', now + ttl))
    redis.call('HDEL', key, 'watched_since', 'watched_at')
    redis.call('PEXPIRE', key, ttl + 86400000)
    kept[#kept + 1] = i
  end
end
return kept
