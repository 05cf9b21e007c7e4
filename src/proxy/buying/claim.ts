import type { Cell } from '../../domain/cell.ts'
import { figuresText } from '../../domain/currency.ts'
import type { EditionName } from '../tiles/tile-name.ts'
import type { TileOutcome } from './batch.ts'

/** Null when nobody bought the tile and nobody is about to: whoever wants it asks again. */
export type Settled = TileOutcome | null

/** A tile that this process alone may buy: of its viewers at once, of all proxies once the lease is granted. */
export class Claim {
  readonly parent: Cell
  readonly key: string
  readonly outcome: Promise<Settled>
  /** Resolves when others may claim the tile. */
  readonly ended: Promise<void>
  settle: (outcome: Settled) => void = () => {}
  end: () => void = () => {}

  constructor(name: EditionName, parent: Cell) {
    this.parent = parent
    this.key = claimKey(name, parent)
    this.outcome = new Promise((resolve) => {
      this.settle = resolve
    })
    this.ended = new Promise((resolve) => {
      this.end = resolve
    })
  }
}

// Named without the period: the service sells only the one that it serves.
export function claimKey(name: Omit<EditionName, 'as_of'>, parent: Cell): string {
  return `${figuresText(name)} ${name.resolution} ${parent}`
}
