/** Returns at most `count` items, spread evenly over the list. */
export function spread<T>(list: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.ceil(list.length / count))
  return list.filter((_, i) => i % step === 0)
}
