/** Something that the page says and the service does not. */
export interface Contradiction {
  readonly about: string
  readonly expected: string
  readonly found: string
}

/** Collects comparisons. */
export class Findings {
  readonly contradictions: Contradiction[] = []
  /** The number of comparisons made, by what was compared. */
  readonly made = new Map<string, number>()

  /** Compares two texts or numbers. */
  same(about: string, expected: string | number | null, found: string | number | null): void {
    this.holds(about, expected === found, String(expected), String(found))
  }

  /** Records a comparison; `about` begins with its kind: `legend: …`. */
  holds(about: string, isTrue: boolean, expected: string, found: string): void {
    const kind = about.split(':')[0] ?? about
    this.made.set(kind, (this.made.get(kind) ?? 0) + 1)
    if (!isTrue) this.contradictions.push({ about, expected, found })
  }

  /** Compares a list in any order. */
  sameSet(about: string, expected: readonly string[], found: readonly string[]): void {
    this.same(about, [...expected].sort().join(' | '), [...found].sort().join(' | '))
  }
}
