import type { Cell, Resolution } from '../../domain/cell.ts'
import { createSeats } from '../../server/work/seats.ts'
import { createShortQueue } from '../../server/work/short-queue.ts'
import { nextTurn } from '../../server/work/turns.ts'
import type { LensFilter } from './lens-filter.ts'
import type { FigureRow, Period } from './period.ts'

/** The account for which figures are computed. */
export interface Asker {
  readonly account: number
  /** Aborted when nobody waits any more; only called where that matters, because creating it takes time. */
  signal(): AbortSignal
}

/** Computes figures from a period's listings, for filters that published figures do not cover. */
export interface PricedFigures {
  /**
   * Like `Period.figures`, for listings within the filter's price range; all cells have the given resolution. Rejects with
   * `Overloaded` when too much waits, with `Gone` when nobody does any more, and with `FileUnreadable`.
   */
  figures(
    period: Period,
    filter: LensFilter,
    cells: readonly Cell[],
    { resolution, asker }: { resolution: Resolution; asker: Asker },
  ): Promise<FigureRow[]>
  /** True while a period's listings cannot be read. Tries again what has changed. */
  isDegraded(): boolean
  close(): void
}

/** Computes the figures of a few cells from a period's listings. */
export interface PricedStore {
  /** The figures of cells with at least `floor` listings, own or pooled, in the order of the cells. */
  figures(
    period: Period,
    filter: LensFilter,
    cells: readonly Cell[],
    { resolution, floor }: { resolution: Resolution; floor: number },
  ): Promise<FigureRow[]>
  isDegraded(): boolean
  close(): void
}

/** Queries at once: as many as Node has threads for. */
const QUERIES = { atOnce: 4, waiting: 124 }
/** One account may have a quarter of them; the rest is kept for others. */
const SEATS = { inAll: QUERIES.atOnce + QUERIES.waiting, perClient: 32, retryAfter: 5 }

/** Cells of one query: writing it and reading its rows takes some milliseconds of the event loop. */
const CELLS_AT_ONCE = 1_500

/** Reads a store in small steps, a few requests at once, and shares it fairly between accounts. */
export function createPricedFigures(store: PricedStore): PricedFigures {
  const queue = createShortQueue({ ...QUERIES, elapsed: () => performance.now() })
  const seats = createSeats(SEATS)
  const compute = async (
    period: Period,
    filter: LensFilter,
    cells: readonly Cell[],
    { resolution, asker }: { resolution: Resolution; asker: Asker },
  ): Promise<FigureRow[]> => {
    const floor = period.meta.min_listings_by_res[resolution] ?? 1
    const found: FigureRow[] = []
    for (let first = 0; first < cells.length; first += CELLS_AT_ONCE) {
      if (first > 0) await nextTurn(asker.signal())
      const some = cells.slice(first, first + CELLS_AT_ONCE)
      for (const row of await store.figures(period, filter, some, { resolution, floor })) found.push(row)
    }
    return found
  }
  return {
    figures: async (period, filter, cells, by) => {
      if (cells.length === 0) return []
      const client = String(by.asker.account)
      const leave = seats.take(client)
      const signal = by.asker.signal()
      return queue.run(() => compute(period, filter, cells, by), { client, signal }).finally(leave)
    },
    isDegraded: () => store.isDegraded(),
    close: () => store.close(),
  }
}
