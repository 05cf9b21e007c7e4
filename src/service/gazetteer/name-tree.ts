import { foldName } from '../../domain/names/fold-name.ts'
import { ZONE_LEVELS, type ZoneLevel } from '../../domain/place.ts'

/** The place names of some listings, from coarse to fine; null for a missing level. */
export interface NameChain {
  readonly country: string
  readonly names: Readonly<Record<ZoneLevel, string | null>>
  readonly listings: number
  /** The coarse cells of these listings, with their numbers; shows whether two chains name places on the same ground. */
  readonly ground?: ReadonlyMap<bigint, number>
}

/**
 * If a place has this many times as many listings as the same name under another parent on the same ground, the few are
 * errors and belong to it.
 */
const NESTING_MARGIN = 4

/** A place created from names. */
export interface NamedPlace {
  readonly country: string
  readonly level: ZoneLevel
  /** In the most common spelling. */
  readonly name: string
  readonly folded: string
  /** Folded names from the coarsest place down to this one, which distinguish it from places with the same name. */
  readonly path: string
  /** The next coarser place that its listings name; null means the country. */
  readonly parent: NamedPlace | null
  /** Positions of the chains that name it. */
  readonly chains: readonly number[]
}

interface Draft {
  readonly parent: NamedPlace | null
  readonly chains: number[]
}

/**
 * The places named in chains, coarse before fine. Names that differ only in case and diacritics are one. If a few
 * listings name another parent for a place than most do, they follow the majority. If some listings leave out levels
 * above a place, it is the same place as in the fuller chain; if several fuller chains disagree, it is a separate
 * place.
 */
export function growNames(chains: readonly NameChain[]): NamedPlace[] {
  const places: NamedPlace[] = []
  const innermost: (NamedPlace | null)[] = chains.map(() => null)
  for (const level of ZONE_LEVELS) {
    const grown = [...namesakesAt(level, chains, innermost).values()].flatMap((drafts) =>
      mergeNamesakes(withoutSlips([...drafts.values()], chains)).map((draft) => nameDraft(draft, level, chains)),
    )
    for (const place of grown) for (const chain of place.chains) innermost[chain] = place
    places.push(...grown)
  }
  return places
}

/** The drafts of a level by country and folded name, then by parent. */
function namesakesAt(
  level: ZoneLevel,
  chains: readonly NameChain[],
  innermost: readonly (NamedPlace | null)[],
): Map<string, Map<NamedPlace | null, Draft>> {
  const namesakes = new Map<string, Map<NamedPlace | null, Draft>>()
  for (const [i, { country, names }] of chains.entries()) {
    const folded = foldName(names[level] ?? '')
    if (folded === '') continue
    const key = `${country}/${folded}`
    const drafts = namesakes.get(key) ?? new Map<NamedPlace | null, Draft>()
    namesakes.set(key, drafts)
    const parent = innermost[i] ?? null
    const draft = drafts.get(parent) ?? { parent, chains: [] }
    drafts.set(parent, draft)
    draft.chains.push(i)
  }
  return namesakes
}

/** Moves the chains of erroneous drafts to the larger draft: far fewer listings, mostly on its ground. */
function withoutSlips(drafts: readonly Draft[], chains: readonly NameChain[]): Draft[] {
  if (drafts.length < 2) return [...drafts]
  const sized = drafts.map((draft) => ({ draft, listings: listingsOf(draft, chains), ground: groundOf(draft, chains) }))
  sized.sort((a, b) => b.listings - a.listings)
  const kept: typeof sized = []
  for (const one of sized) {
    const main = kept.find(
      (other) => other.listings >= NESTING_MARGIN * one.listings && isMostlyOn(one.ground, other.ground),
    )
    if (main) main.draft.chains.push(...one.draft.chains)
    else kept.push({ ...one, draft: { parent: one.draft.parent, chains: [...one.draft.chains] } })
  }
  // In the order in which the chains named them.
  const first = ({ draft }: (typeof sized)[number]) => drafts.findIndex(({ parent }) => parent === draft.parent)
  return kept.sort((a, b) => first(a) - first(b)).map(({ draft }) => draft)
}

function listingsOf({ chains: own }: Draft, chains: readonly NameChain[]): number {
  return own.reduce((sum, i) => sum + (chains[i]?.listings ?? 0), 0)
}

function groundOf({ chains: own }: Draft, chains: readonly NameChain[]): Map<bigint, number> {
  const ground = new Map<bigint, number>()
  for (const i of own) {
    for (const [cell, listings] of chains[i]?.ground ?? []) ground.set(cell, (ground.get(cell) ?? 0) + listings)
  }
  return ground
}

/** Whether more than half of the listings of one ground lie in cells of another. */
function isMostlyOn(inner: ReadonlyMap<bigint, number>, outer: ReadonlyMap<bigint, number>): boolean {
  let [shared, all] = [0, 0]
  for (const [cell, listings] of inner) {
    all += listings
    if (outer.has(cell)) shared += listings
  }
  return 2 * shared > all
}

/** Moves a draft's chains to the one draft of the same name whose parent lies within its own, if there is one. */
function mergeNamesakes(drafts: readonly Draft[]): Draft[] {
  const kept = new Map(drafts.map((draft) => [draft, { parent: draft.parent, chains: [...draft.chains] }]))
  for (const draft of drafts) {
    const below = drafts.filter((other) => other !== draft && liesWithin(other.parent, draft.parent))
    const lowest = below.find((one) => below.every((other) => one === other || liesWithin(one.parent, other.parent)))
    if (!lowest) continue
    kept.get(lowest)?.chains.push(...draft.chains)
    kept.delete(draft)
  }
  return [...kept.values()]
}

function liesWithin(inner: NamedPlace | null, outer: NamedPlace | null): boolean {
  if (inner === null || inner === outer) return false
  return outer === null || inner.parent === outer || liesWithin(inner.parent, outer)
}

function nameDraft({ parent, chains: own }: Draft, level: ZoneLevel, chains: readonly NameChain[]): NamedPlace {
  const spellings = new Map<string, number>()
  for (const i of own) {
    const spelling = chains[i]?.names[level] ?? ''
    spellings.set(spelling, (spellings.get(spelling) ?? 0) + (chains[i]?.listings ?? 0))
  }
  // Among equally common spellings, prefers the one with diacritics, which sorts last: people omit them more often than
  // they add them.
  const [[name] = ['']] = [...spellings].sort(([a, x], [b, y]) => y - x || (a > b ? -1 : 1))
  const country = chains[own[0] ?? -1]?.country ?? ''
  const folded = foldName(name)
  const path = `${parent ? `${parent.path}/` : ''}${level}:${folded}`
  return { country, level, name, folded, path, parent, chains: own }
}
