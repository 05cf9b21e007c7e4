-- Writes one answered call. KEYS: receipts, edition, tiles, parts, tally, all of one edition.
-- ARGV: the call's id, receipt, the edition that was held and the new one ('' where it is the same), day, count of cells
-- and 1 if it is to be counted (else 0), then four for each tile: its parent, the parts that it was assembled with, 'tile'
-- or 'parts', and the new value.
local receipts, edition, tiles, parts, tally = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local id, day, cells, counted = ARGV[1], ARGV[5], ARGV[6], ARGV[7]
if redis.call('HEXISTS', receipts, id) == 1 then return 'known' end
if (redis.call('GET', edition) or '') ~= ARGV[3] then return 'changed' end
for i = 8, #ARGV, 4 do
  if (redis.call('HGET', parts, ARGV[i]) or '') ~= ARGV[i + 1] then return 'changed' end
end
redis.call('HSET', receipts, id, ARGV[2])
if ARGV[4] ~= '' then redis.call('SET', edition, ARGV[4]) end
local whole = 0
for i = 8, #ARGV, 4 do
  local parent, kind, value = ARGV[i], ARGV[i + 2], ARGV[i + 3]
  if kind == 'tile' then
    redis.call('HDEL', parts, parent)
    whole = whole + redis.call('HSETNX', tiles, parent, value)
  else
    redis.call('HSET', parts, parent, value)
  end
end
redis.call('HINCRBY', tally, 'tiles', whole)
if counted == '1' then
  redis.call('HINCRBY', tally, 'calls ' .. day, 1)
  redis.call('HINCRBY', tally, 'cells ' .. day, cells)
end
return 'written'
