-- Charges one request. KEYS: the count of the cycle, the counts by day, and for a request that may be sent again, the sign
-- that it was charged. ARGV: the allowance, the field of the day, the count to begin with (empty: not known yet), seconds
-- after which a count of this cycle is not needed any more (0: always needed), and seconds for which the sign stays. The
-- sign's value is the number of requests with it.
-- Returns the count, and 1 if the request was charged, now or before; -1 when the count to begin with is needed.
local used = redis.call('GET', KEYS[1])
if not used then
  if ARGV[3] == '' then return {0, -1} end
  used = ARGV[3]
  redis.call('SET', KEYS[1], used)
end
if KEYS[3] and redis.call('EXISTS', KEYS[3]) == 1 then
  redis.call('INCR', KEYS[3])
  return {tonumber(used), 1}
end
if tonumber(used) >= tonumber(ARGV[1]) then return {tonumber(used), 0} end
redis.call('HINCRBY', KEYS[2], ARGV[2], 1)
local charged = redis.call('INCR', KEYS[1])
if ARGV[4] ~= '0' then redis.call('EXPIRE', KEYS[1], ARGV[4]) end
if KEYS[3] then redis.call('SET', KEYS[3], '1', 'EX', ARGV[5]) end
return {charged, 1}
