import type { Cell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import { editionKey } from './editions.ts'
import { fetchParts, type HeldParts, type ProxyLink } from './held-tiles.ts'

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

/** Asks the proxy for parts of tiles (free): once for all that are wanted in one turn, and for none twice at a time. */
export class PartRequests {
  readonly #options: PartRequestsOptions
  #wanted = new Map<string, Wanted>()

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
    try {
      onParts(name, parents, await fetchParts(this.#options, name, parents))
    } catch (cause) {
      onFault(name, parents, cause)
    }
  }
}
