/** A source of random numbers that gives the same ones for the same seed (mulberry32). */
export interface Dice {
  /** From 0 up to 1. */
  next(): number
  /** A whole number from 0 up to, but excluding, `end`. */
  below(end: number): number
  chance(share: number): boolean
  pick<T>(among: readonly T[]): T
  /** A number around 0 with this standard deviation. */
  around(deviation: number): number
}

/** Creates dice. */
export function throwDice(seed: number): Dice {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick: (among) => {
      const picked = among[below(among.length)]
      if (picked === undefined) throw new Error('expected something to pick from, found an empty list')
      return picked
    },
    around: (deviation) => deviation * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}
