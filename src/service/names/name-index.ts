import { foldName } from '../../domain/names/fold-name.ts'
import { foldedNames } from '../../domain/names/spellings.ts'
import { likeness } from './likeness.ts'
import { buildPrefixIndex } from './prefix-index.ts'
import { buildTrigramIndex } from './trigram-index.ts'

/** A name that matches a query; `entry` is its position in the indexed list. */
export interface NameMatch {
  readonly entry: number
  /** 0: the same name; 1: begins with the query; 2: one of its words does; 3: similar. */
  readonly tier: 0 | 1 | 2 | 3
  /** How similar the names are, from 0 to 1. */
  readonly score: number
}

/** Finds names by their beginning or by similarity. */
export interface NameIndex {
  /** The entries with exactly this name, ignoring case and diacritics; the heaviest first. */
  named(name: string): readonly number[]
  /** The accepted entries whose name begins with the text, the heaviest first, at most `limit`. */
  begun(text: string, limit: number, accepts: (entry: number) => boolean): readonly number[]
  /** The entries whose name, or a word of it, begins with the query, the best matches first; at most `limit`. */
  beginning(query: string, options: Pick<SearchOptions, 'limit' | 'accepts'>): readonly number[]
  /** The best matches first, at most `limit`; similar names need at least `minimumScore`. */
  search(query: string, options: SearchOptions): NameMatch[]
}

export interface SearchOptions {
  readonly limit: number
  readonly minimumScore: number
  readonly accepts?: (entry: number) => boolean
}

/** How many names with shared trigrams are compared letter by letter. */
const CANDIDATES = 100
/** The weight of ten times the population against similarity. */
const WEIGHT_OF_TENFOLD = 0.01
/** The largest share of a list for one name while others match too: a country has many places called "Centre". */
const SHARE_OF_NAMESAKES = 0.5
const NAMES_A_STEP = 200

/** Indexes names; `weight` (population) decides between equally good matches. */
export function indexNames(names: readonly string[], weight: (entry: number) => number): NameIndex {
  const work = buildNameIndex(names, weight)
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** Like `indexNames`, but yields every few milliseconds, so that the work can be spread. */
function* buildNameIndex(names: readonly string[], weight: (entry: number) => number): Generator<void, NameIndex> {
  // Many places share a name, so each name is indexed once.
  const ids = new Map<string, number>()
  const namesakes: number[][] = []
  const nameOf = new Uint32Array(names.length)
  for (const [entry, name] of names.entries()) {
    if (entry % NAMES_A_STEP === 0) yield
    for (const [order, plain] of foldedNames(name).entries()) {
      const id = ids.get(plain) ?? ids.size
      ids.set(plain, id)
      if (order === 0) nameOf[entry] = id
      const entries = namesakes[id]
      if (entries) entries.push(entry)
      else namesakes[id] = [entry]
    }
  }
  const folded = [...ids.keys()]
  for (const entries of namesakes) if (entries.length > 1) entries.sort((a, b) => weight(b) - weight(a) || a - b)
  const trigrams = yield* buildTrigramIndex(folded)
  const prefixes = yield* buildPrefixIndex(folded)

  function beginningWith(wanted: string, accepts: Accepts): NameMatch[] {
    const tiers = new Map<number, 0 | 1 | 2>()
    for (const { name, whole } of prefixes.startingWith(wanted)) {
      const tier = folded[name] === wanted ? 0 : whole ? 1 : 2
      tiers.set(name, Math.min(tier, tiers.get(name) ?? 2) as 0 | 1 | 2)
    }
    const least = new Map<number, 0 | 1 | 2>()
    for (const [name, tier] of tiers) {
      for (const entry of namesakes[name] ?? []) {
        if (accepts(entry)) least.set(entry, Math.min(tier, least.get(entry) ?? 2) as 0 | 1 | 2)
      }
    }
    const found = [...least].map(([entry, tier]) => ({ entry, tier, weight: weight(entry) }))
    // Among names that begin with the query, the largest place comes first; among similar names, the most similar.
    found.sort((a, b) => a.tier - b.tier || b.weight - a.weight || a.entry - b.entry)
    return found.map(({ entry, tier }) => ({ entry, tier, score: 1 }))
  }

  function alike(wanted: string, minimumScore: number, accepts: Accepts): NameMatch[] {
    const acceptsName = (name: number) => namesakes[name]?.some(accepts) ?? false
    const ranked = trigrams.mostSimilar(wanted, CANDIDATES, acceptsName).map((counts) => {
      const score = likeness(wanted, folded[counts.name] ?? '', counts)
      const entries = (namesakes[counts.name] ?? []).filter(accepts)
      return { entries, score, rank: score + WEIGHT_OF_TENFOLD * Math.log10(1 + weight(entries[0] ?? 0)) }
    })
    const sorted = ranked.filter(({ score }) => score >= minimumScore).sort((a, b) => b.rank - a.rank)
    const best = new Map<number, number>()
    for (const { entries, score } of sorted) for (const entry of entries) if (!best.has(entry)) best.set(entry, score)
    return [...best].map(([entry, score]) => ({ entry, tier: 3 as const, score }))
  }

  return {
    named: (name) => namesakes[ids.get(foldName(name)) ?? -1] ?? [],
    begun(text, limit, accepts) {
      const matches = beginningWith(foldName(text), accepts)
      return matches.flatMap(({ entry, tier }) => (tier < 2 ? [entry] : [])).slice(0, limit)
    },
    beginning(query, { limit, accepts = () => true }) {
      const wanted = foldName(query)
      if (wanted === '') return []
      return withoutCrowding(beginningWith(wanted, accepts), limit, nameOf).map(({ entry }) => entry)
    },
    search(query, { limit, minimumScore, accepts = () => true }) {
      const wanted = foldName(query)
      if (wanted === '') return []
      const begun = beginningWith(wanted, accepts)
      const list = withoutCrowding(begun, limit, nameOf)
      if (list.length === limit) return list
      const known = new Set(begun.map(({ entry }) => entry))
      const rest = alike(wanted, minimumScore, accepts).filter(({ entry }) => !known.has(entry))
      return [...list, ...withoutCrowding(rest, limit - list.length, nameOf)]
    },
  }
}

type Accepts = (entry: number) => boolean

/** The first matches, at most `limit`; places with the same name exceed their share only if there is room left. */
function withoutCrowding(matches: readonly NameMatch[], limit: number, nameOf: Uint32Array): NameMatch[] {
  if (matches.length <= limit) return [...matches]
  const share = Math.ceil(limit * SHARE_OF_NAMESAKES)
  const taken = new Map<number, number>()
  const chosen: NameMatch[] = []
  const crowding: NameMatch[] = []
  for (const match of matches) {
    const name = nameOf[match.entry] ?? 0
    const before = taken.get(name) ?? 0
    taken.set(name, before + 1)
    if (before < share) chosen.push(match)
    else crowding.push(match)
    if (chosen.length === limit) break
  }
  const list = new Set([...chosen, ...crowding].slice(0, limit))
  return matches.filter((match) => list.has(match))
}
