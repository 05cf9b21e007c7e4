-- Counts a call under each cap, or none. KEYS: for each cap the counts of its day, then the days to drop.
-- ARGV: name and maximum of each cap. Returns 0, or the index of the first cap that is reached.
local caps = #ARGV / 2
for i = 1, caps do
  if tonumber(redis.call('HGET', KEYS[i], ARGV[2 * i - 1]) or 0) >= tonumber(ARGV[2 * i]) then return i end
end
for i = 1, caps do redis.call('HINCRBY', KEYS[i], ARGV[2 * i - 1], 1) end
for i = caps + 1, #KEYS do redis.call('DEL', KEYS[i]) end
return 0
