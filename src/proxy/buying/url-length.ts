import type { Bracket } from '../planning/best-guess.ts'
import { nextLength } from '../planning/length-search.ts'

/** True where a free request of so many bytes is answered, false where it is refused for its length, null where neither shows. */
export type TakesLength = (bytes: number) => Promise<boolean | null>

/** Finds by free requests how long a target may be; null where the service tells nothing of it. */
export async function findLength(takesLength: TakesLength): Promise<Bracket | null> {
  let known: Bracket = { accepted: 0, refused: null }
  for (let bytes = nextLength(known); bytes !== null; bytes = nextLength(known)) {
    const isTaken = await takesLength(bytes)
    if (isTaken === null) return known.accepted > 0 ? known : null
    known = isTaken ? { ...known, accepted: bytes } : { ...known, refused: bytes }
  }
  return known
}
