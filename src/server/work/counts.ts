/** How many of something are there, by name. */
export interface Counts {
  /** Counts one more; returns how many there are now. */
  add(name: string): number
  /** Counts one less. */
  drop(name: string): void
}

/** Starts with nothing; a name without anything takes no memory. */
export function createCounts(): Counts {
  const counts = new Map<string, number>()
  return {
    add: (name) => {
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      return count
    },
    drop: (name) => {
      const left = (counts.get(name) ?? 0) - 1
      if (left > 0) counts.set(name, left)
      else counts.delete(name)
    },
  }
}
