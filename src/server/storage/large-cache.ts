import { LRUCache } from 'lru-cache'

/** A cache of many entries, the least recently used of which go first. It takes room as it fills; with `max`, it would take all at once. */
export function largeCache<Key extends {}, Value extends {}>(entries: number, ttl = 0): LRUCache<Key, Value> {
  return new LRUCache<Key, Value>({ maxSize: entries, sizeCalculation: () => 1, ttl })
}
