-- Takes back the charge of a failed request. KEYS: the count of the cycle, the counts by day, and for a request that may be
-- sent again, the sign that it was charged. ARGV: the field of the day. Where another request with the sign has its
-- response, or may still get it, nothing is taken back.
if KEYS[3] then
  local requests = tonumber(redis.call('GET', KEYS[3]) or 0)
  if requests > 1 then redis.call('DECR', KEYS[3]) end
  if requests ~= 1 then return end
  redis.call('DEL', KEYS[3])
end
if tonumber(redis.call('GET', KEYS[1]) or 0) > 0 then redis.call('DECR', KEYS[1]) end
if tonumber(redis.call('HGET', KEYS[2], ARGV[1]) or 0) > 0 then redis.call('HINCRBY', KEYS[2], ARGV[1], -1) end
