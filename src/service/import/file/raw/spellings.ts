import type { Scalar } from './found-row.ts'

/**
 * Finds the names that rows spell in several ways, `price` in some and `Price` in others, as where a program changed
 * between them. Names that one row has beside each other are those of different columns.
 */
export class Spellings {
  readonly #known = new Set<string>()
  /** The spellings of each name, in the order in which they occur. */
  readonly #byName = new Map<string, string[]>()
  /** Names with several spellings, of which no row has two. */
  readonly #apart = new Map<string, readonly string[]>()
  readonly #beside = new Set<string>()

  add(cells: ReadonlyMap<string, Scalar>): void {
    for (const key of cells.keys()) if (!this.#known.has(key)) this.#learn(key)
    for (const [name, keys] of this.#apart) {
      if (keys.filter((key) => cells.has(key)).length < 2) continue
      this.#beside.add(name)
      this.#apart.delete(name)
    }
  }

  #learn(key: string): void {
    this.#known.add(key)
    const name = key.toLowerCase()
    const keys = [...(this.#byName.get(name) ?? []), key]
    this.#byName.set(name, keys)
    if (keys.length > 1 && !this.#beside.has(name)) this.#apart.set(name, keys)
  }

  /** The first spelling of each name by its others. */
  others(): ReadonlyMap<string, string> {
    return new Map(
      [...this.#apart.values()].flatMap(([first = '', ...rest]) => rest.map((key) => [key, first] as const)),
    )
  }
}
