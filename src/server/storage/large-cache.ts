import { LRUCache } from 'lru-cache'

/** A cache of many entries that drops the least recently used. Its memory grows as it fills; `max` would take it all at once. */
export function largeCache<Key extends {}, Value extends {}>(entries: number, ttl = 0): LRUCache<Key, Value> {
  return new LRUCache<Key, Value>({ maxSize: entries, sizeCalculation: () => 1, ttl })
}
