-- Frees leases. KEYS: one for each name. ARGV: holder.
for _, key in ipairs(KEYS) do
  if redis.call('HGET', key, 'holder') == ARGV[1] then redis.call('DEL', key) end
end
return 0
