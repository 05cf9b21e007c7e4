import type { Cell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import { editionKey } from './editions.ts'
import { fetchParts, type HeldParts, type ProxyLink } from './held-tiles.ts'
import { tileKey } from './tile-shelf.ts'

interface PartRequestsOptions extends ProxyLink {
  /** The most tiles in one request. */
  readonly most: number
  readonly onParts: (name: EditionName, asked: readonly Cell[], answer: HeldParts) => void
  readonly onFault: (name: EditionName, asked: readonly Cell[], cause: unknown) => void
}

interface Wanted {
  readonly name: EditionName
  readonly parents: Set<Cell>
}

/**
 * Asks the proxy for parts of tiles (free), once for all that are wanted in one turn. Several responses about a tile
 * may arrive in any order; only the one to the latest request is passed on.
 */
export class PartRequests {
  readonly #options: PartRequestsOptions
  #wanted = new Map<string, Wanted>()
  /** The latest request under way, by tile. */
  readonly #latest = new Map<string, symbol>()

  constructor(options: PartRequestsOptions) {
    this.#options = options
  }

  want(name: EditionName, parent: Cell): void {
    if (this.#wanted.size === 0) queueMicrotask(() => this.#askForWanted())
    const key = editionKey(name)
    const wanted = this.#wanted.get(key) ?? { name, parents: new Set() }
    this.#wanted.set(key, wanted)
    wanted.parents.add(parent)
  }

  /** True while an answer about the tile is awaited. */
  isAsked(name: EditionName, parent: Cell): boolean {
    return this.#latest.has(tileKey(name, parent)) || this.#wanted.get(editionKey(name))?.parents.has(parent) === true
  }

  #askForWanted(): void {
    const all = this.#wanted
    this.#wanted = new Map()
    for (const { name, parents } of all.values()) {
      const list = [...parents].toSorted()
      for (let i = 0; i < list.length; i += this.#options.most)
        void this.#ask(name, list.slice(i, i + this.#options.most))
    }
  }

  async #ask(name: EditionName, parents: readonly Cell[]): Promise<void> {
    const { onParts, onFault } = this.#options
    const request = Symbol()
    for (const parent of parents) this.#latest.set(tileKey(name, parent), request)
    try {
      const answer = await fetchParts(this.#options, name, parents)
      onParts(name, this.#answered(name, parents, request), answer)
    } catch (cause) {
      onFault(name, this.#answered(name, parents, request), cause)
    }
  }

  /** Returns the tiles about which no later request is under way or answered. */
  #answered(name: EditionName, parents: readonly Cell[], request: symbol): Cell[] {
    return parents.filter((parent) => {
      const key = tileKey(name, parent)
      return this.#latest.get(key) === request && this.#latest.delete(key)
    })
  }
}
