-- Grants leases. KEYS: one for each name. ARGV: holder, duration, grace (ms). Returns the indexes of those granted.
-- The same rule as in lease-watch.ts, timed by this server's clock.
local holder, ttl, grace = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local granted = {}
for i, key in ipairs(KEYS) do
  local held = redis.call('HMGET', key, 'holder', 'until', 'watched_since', 'watched_at')
  local free = not held[1] or held[1] == holder
  if not free and now > tonumber(held[2]) then
    local since = now
    if held[3] and now - tonumber(held[4]) <= grace / 2 then since = tonumber(held[3]) end
    free = now - since >= grace
    if not free then redis.call('HSET', key, 'watched_since', string.format('%d', since), 'watched_at', string.format('%d', now)) end
  end
  if free then
    redis.call('DEL', key)
    redis.call('HSET', key, 'holder', holder, 'until', string.format('%d', now + ttl))
    -- The key expires long after the lease, so that leases which nobody requests any more do not stay for ever.
    redis.call('PEXPIRE', key, ttl + 86400000)
    granted[#granted + 1] = i
  end
end
return granted
