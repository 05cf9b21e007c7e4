/** At most so many of a list, from its beginning to its end. */
export function spread<T>(list: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.ceil(list.length / count))
  return list.filter((_, i) => i % step === 0)
}
