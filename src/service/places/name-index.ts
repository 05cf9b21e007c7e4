import { foldName } from './fold-name.ts'

/** A name that resembles what was asked for; `entry` is its position in the list that was indexed. */
export interface NameMatch {
  readonly entry: number
  /** 0: the same name; 1: it begins so; 2: one of its words does; 3: it shares trigrams. */
  readonly tier: 0 | 1 | 2 | 3
  /** Dice coefficient of the trigrams of both, 0 to 1. */
  readonly score: number
}

/** Finds names by their beginning or by likeness. */
export interface NameIndex {
  /** Best matches first, `limit` at most, of at least `minimumScore` where only trigrams are shared. */
  search(query: string, options: SearchOptions): NameMatch[]
}

export interface SearchOptions {
  readonly limit: number
  readonly minimumScore: number
  readonly accepts?: (entry: number) => boolean
}

/** Indexes names; `weight` (population) decides between equally good matches. */
export function indexNames(names: readonly string[], weight: (entry: number) => number): NameIndex {
  const folded = names.map(foldName)
  const trigrams = indexTrigrams(folded)
  const prefixes = indexPrefixes(folded)

  return {
    search(query, { limit, minimumScore, accepts = () => true }) {
      const wanted = foldName(query)
      if (wanted === '') return []
      const tiers = new Map<number, 0 | 1 | 2>()
      for (const { entry, wholeName } of prefixes.startingWith(wanted)) {
        if (!accepts(entry)) continue
        const tier = folded[entry] === wanted ? 0 : wholeName ? 1 : 2
        tiers.set(entry, Math.min(tier, tiers.get(entry) ?? 2) as 0 | 1 | 2)
      }
      // Of names that begin as asked, the largest place is meant; of names that only resemble it, the likest.
      const begun = [...tiers].sort(([a, tierA], [b, tierB]) => tierA - tierB || weight(b) - weight(a)).slice(0, limit)
      const matches: NameMatch[] = begun.map(([entry, tier]) => ({ entry, tier, score: trigrams.score(wanted, entry) }))
      if (matches.length === limit) return matches
      const alike = [...trigrams.scores(wanted)].filter(
        ([entry, score]) => score >= minimumScore && !tiers.has(entry) && accepts(entry),
      )
      alike.sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || weight(b) - weight(a))
      for (const [entry, score] of alike.slice(0, limit - matches.length)) matches.push({ entry, tier: 3, score })
      return matches
    },
  }
}

/** Every trigram of a folded name, each word padded by two spaces before and one behind. */
function trigramsOf(folded: string): Set<string> {
  const grams = new Set<string>()
  for (const word of folded.split(' ')) {
    const padded = `  ${word} `
    for (let i = 0; i + 3 <= padded.length; i++) grams.add(padded.slice(i, i + 3))
  }
  return grams
}

/** Postings of each trigram, one after another in one array. */
function indexTrigrams(folded: readonly string[]) {
  const ids = new Map<string, number>()
  const counts: number[] = []
  const sizes = new Uint16Array(folded.length)
  const gramsOf = folded.map((name, entry) => {
    const grams = [...trigramsOf(name)].map((gram) => idOf(ids, counts, gram))
    sizes[entry] = grams.length
    return grams
  })
  const starts = new Uint32Array(counts.length + 1)
  counts.forEach((count, id) => {
    starts[id + 1] = (starts[id] ?? 0) + count
  })
  const filled = starts.slice()
  const postings = new Uint32Array(starts[counts.length] ?? 0)
  gramsOf.forEach((grams, entry) => {
    for (const id of grams) {
      const at = filled[id] ?? 0
      postings[at] = entry
      filled[id] = at + 1
    }
  })
  const shared = new Uint16Array(folded.length)

  return {
    /** Dice coefficient of one name. */
    score(wanted: string, entry: number): number {
      const grams = trigramsOf(wanted)
      const own = trigramsOf(folded[entry] ?? '')
      let common = 0
      for (const gram of grams) if (own.has(gram)) common++
      return (2 * common) / (grams.size + own.size)
    },
    /** Dice coefficient of every name that shares at least one trigram. */
    scores(wanted: string): Map<number, number> {
      const grams = trigramsOf(wanted)
      const touched: number[] = []
      for (const gram of grams) {
        const id = ids.get(gram)
        if (id === undefined) continue
        for (let at = starts[id] ?? 0; at < (starts[id + 1] ?? 0); at++) {
          const entry = postings[at] ?? 0
          if (shared[entry] === 0) touched.push(entry)
          shared[entry] = (shared[entry] ?? 0) + 1
        }
      }
      const scores = new Map<number, number>()
      for (const entry of touched) {
        const score = (2 * (shared[entry] ?? 0)) / (grams.size + (sizes[entry] ?? 0))
        shared[entry] = 0
        if (score > LEAST_SCORE) scores.set(entry, score)
      }
      return scores
    },
  }
}

/** Names that share less are not even suggestions; leaving them out keeps a query short. */
const LEAST_SCORE = 0.15

function idOf(ids: Map<string, number>, counts: number[], gram: string): number {
  const known = ids.get(gram)
  if (known !== undefined) {
    counts[known] = (counts[known] ?? 0) + 1
    return known
  }
  ids.set(gram, counts.length)
  counts.push(1)
  return counts.length - 1
}

/** Every name from each of its words on, in order, so that a beginning is one run. */
function indexPrefixes(folded: readonly string[]) {
  const texts: string[] = []
  const owners: number[] = []
  folded.forEach((name, entry) => {
    for (let at = 0; at !== -1; at = name.indexOf(' ', at + 1)) {
      texts.push(at === 0 ? name : name.slice(at + 1))
      owners.push(at === 0 ? entry : ~entry)
    }
  })
  const order = Uint32Array.from(texts.keys()).sort((a, b) => {
    const [textA = '', textB = ''] = [texts[a], texts[b]]
    return textA < textB ? -1 : textA > textB ? 1 : 0
  })

  return {
    *startingWith(prefix: string): Generator<{ entry: number; wholeName: boolean }> {
      for (let i = firstNotBefore(order, texts, prefix); i < order.length; i++) {
        const at = order[i] ?? 0
        if (!texts[at]?.startsWith(prefix)) return
        const owner = owners[at] ?? 0
        yield owner >= 0 ? { entry: owner, wholeName: true } : { entry: ~owner, wholeName: false }
      }
    },
  }
}

function firstNotBefore(order: Uint32Array, texts: readonly string[], wanted: string): number {
  let low = 0
  let high = order.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((texts[order[middle] ?? 0] ?? '') < wanted) low = middle + 1
    else high = middle
  }
  return low
}
