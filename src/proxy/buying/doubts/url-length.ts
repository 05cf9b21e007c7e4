import type { Bracket } from '../../lessons/best-guess.ts'
import { nextLength } from '../../lessons/length-search.ts'

/** Returns true when a free request of this many bytes succeeds, false when its length is refused, null when unclear. */
export type TakesLength = (bytes: number) => Promise<boolean | null>

/** Finds the longest possible target with free requests; null when the service gives no clear result. */
export async function findLength(takesLength: TakesLength): Promise<Bracket | null> {
  let known: Bracket = { accepted: 0, refused: null }
  for (let bytes = nextLength(known); bytes !== null; bytes = nextLength(known)) {
    const isTaken = await takesLength(bytes)
    if (isTaken === null) return known.accepted > 0 ? known : null
    known = isTaken ? { ...known, accepted: bytes } : { ...known, refused: bytes }
  }
  return known
}
