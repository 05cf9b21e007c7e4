/** A name that begins with the prefix, at its start or at one of its words. */
export interface PrefixMatch {
  /** Position in the indexed list. */
  readonly name: number
  /** Whether the name itself begins with the prefix, rather than a later word. */
  readonly whole: boolean
}

/** Finds names by the beginning of any of their words. */
export interface PrefixIndex {
  startingWith(prefix: string): Generator<PrefixMatch>
}

const NAMES_A_STEP = 500
/** Initial letters that the texts of a bucket share; sorting all texts at once would block the thread. */
const BUCKET_LETTERS = 3

/** Sorts every name from each of its words on, so that all texts with a prefix are adjacent; yields now and then. */
export function* buildPrefixIndex(folded: readonly string[]): Generator<void, PrefixIndex> {
  const texts: string[] = []
  const owners: number[] = []
  const buckets = new Map<string, number[]>()
  for (const [index, name] of folded.entries()) {
    if (index % NAMES_A_STEP === 0) yield
    for (let at = 0; at !== -1; at = name.indexOf(' ', at + 1)) {
      const text = at === 0 ? name : name.slice(at + 1)
      const key = text.slice(0, BUCKET_LETTERS)
      const bucket = buckets.get(key)
      if (bucket) bucket.push(texts.length)
      else buckets.set(key, [texts.length])
      texts.push(text)
      owners.push(at === 0 ? index : ~index)
    }
  }
  const order = new Uint32Array(texts.length)
  let filled = 0
  for (const key of [...buckets.keys()].sort()) {
    const bucket = buckets.get(key) ?? []
    bucket.sort((a, b) => compare(texts[a] ?? '', texts[b] ?? ''))
    order.set(bucket, filled)
    filled += bucket.length
    yield
  }
  return {
    *startingWith(prefix) {
      for (let i = firstNotBefore(order, texts, prefix); i < order.length; i++) {
        const at = order[i] ?? 0
        if (!texts[at]?.startsWith(prefix)) return
        const owner = owners[at] ?? 0
        yield owner >= 0 ? { name: owner, whole: true } : { name: ~owner, whole: false }
      }
    },
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
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
