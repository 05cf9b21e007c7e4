import type { TrigramCounts } from './likeness.ts'

/** A name that shares trigrams with the typed text. */
export interface TrigramMatch extends TrigramCounts {
  /** Position in the indexed list. */
  readonly name: number
}

/** Finds names by the trigrams that they share with the typed text. */
export interface TrigramIndex {
  /** The accepted names with the highest Dice coefficients, at most `limit`, highest first. */
  mostSimilar(typed: string, limit: number, accepts: (name: number) => boolean): TrigramMatch[]
}

const NAMES_A_STEP = 200

/** Builds the postings of all trigrams in one array; yields now and then, so that the work can be spread. */
export function* buildTrigramIndex(folded: readonly string[]): Generator<void, TrigramIndex> {
  const ids = new Map<string, number>()
  const counts: number[] = []
  const sizes = new Uint16Array(folded.length)
  const grams: number[] = []
  for (const [index, name] of folded.entries()) {
    if (index % NAMES_A_STEP === 0) yield
    for (const gram of trigramsOf(name)) {
      const id = ids.get(gram) ?? ids.size
      ids.set(gram, id)
      counts[id] = (counts[id] ?? 0) + 1
      grams.push(id)
      sizes[index] = (sizes[index] ?? 0) + 1
    }
  }
  const starts = new Uint32Array(counts.length + 1)
  for (const [id, count] of counts.entries()) starts[id + 1] = (starts[id] ?? 0) + count
  const postings = new Uint32Array(grams.length)
  const next = starts.slice()
  let read = 0
  for (let index = 0; index < folded.length; index++) {
    if (index % NAMES_A_STEP === 0) yield
    for (const end = read + (sizes[index] ?? 0); read < end; read++) {
      const id = grams[read] ?? 0
      const at = next[id] ?? 0
      postings[at] = index
      next[id] = at + 1
    }
  }
  return openIndex({ ids, sizes, starts, postings })
}

interface Postings {
  readonly ids: ReadonlyMap<string, number>
  /** Number of trigrams of each name. */
  readonly sizes: Uint16Array
  /** Where the postings of each trigram begin. */
  readonly starts: Uint32Array
  readonly postings: Uint32Array
}

/** Dice coefficients are sorted in steps of 1/65,536, with the name in the lower bits. */
const DICE_STEPS = 65_536
const NAME_BITS = 2 ** 32

function openIndex({ ids, sizes, starts, postings }: Postings): TrigramIndex {
  // Kept between searches, all zero, because a new array costs more than a search.
  const sharedBy = new Uint16Array(sizes.length)
  return {
    mostSimilar(typed, limit, accepts) {
      const grams = trigramsOf(typed)
      const touched: number[] = []
      for (const gram of grams) {
        const id = ids.get(gram)
        if (id === undefined) continue
        for (let at = starts[id] ?? 0; at < (starts[id + 1] ?? 0); at++) {
          const name = postings[at] ?? 0
          if (sharedBy[name] === 0) touched.push(name)
          sharedBy[name] = (sharedBy[name] ?? 0) + 1
        }
      }
      const keys = new Float64Array(touched.length)
      for (const [i, name] of touched.entries()) {
        const dice = (2 * (sharedBy[name] ?? 0)) / (grams.size + (sizes[name] ?? 0))
        keys[i] = Math.round(dice * DICE_STEPS) * NAME_BITS + name
      }
      keys.sort()
      const matches: TrigramMatch[] = []
      for (let i = keys.length - 1; i >= 0 && matches.length < limit; i--) {
        const name = (keys[i] ?? 0) % NAME_BITS
        if (!accepts(name)) continue
        matches.push({ name, ofTyped: grams.size, ofName: sizes[name] ?? 0, shared: sharedBy[name] ?? 0 })
      }
      for (const name of touched) sharedBy[name] = 0
      return matches
    },
  }
}

/** All trigrams of a folded name, each word padded with two spaces before and one after. */
function trigramsOf(folded: string): Set<string> {
  const grams = new Set<string>()
  for (const word of folded.split(' ')) {
    const padded = `  ${word} `
    for (let i = 0; i + 3 <= padded.length; i++) grams.add(padded.slice(i, i + 3))
  }
  return grams
}
