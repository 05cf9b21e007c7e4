/** The value of a key, made once and kept among the `most` used last. */
export function remember<K, V>(kept: Map<K, V>, key: K, make: (key: K) => V, most: number): V {
  const held = kept.get(key)
  const value = held === undefined ? make(key) : held
  if (held !== undefined) kept.delete(key)
  kept.set(key, value)
  const [oldest] = kept.keys()
  if (kept.size > most && oldest !== undefined) kept.delete(oldest)
  return value
}
