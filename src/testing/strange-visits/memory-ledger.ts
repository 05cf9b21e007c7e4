import type { Edition } from '../../contract/proxy-api.ts'
import type { Cell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import type {
  BoughtCall,
  LeaseLedger,
  LessonLedger,
  LookupLedger,
  OpenCallLedger,
  TileLedger,
} from '../../proxy/ledger/ledger.ts'
import type { LookupAnswer } from '../../proxy/ledger/lookup-answer.ts'
import { slicesByTile } from '../../proxy/tiles/bought-slices.ts'
import { assembleTile, type BoughtSlice } from '../../proxy/tiles/cut-answer.ts'
import { packTile, type StoredTile } from '../../proxy/tiles/stored-tile.ts'

type MemoryLedger = TileLedger & LookupLedger & LessonLedger & LeaseLedger & OpenCallLedger

/** A ledger for one proxy that keeps everything in memory, and packs tiles only when somebody reads them. */
export function createMemoryLedger(): MemoryLedger {
  const editions = new Map<string, Edition>()
  const tiles = new Map<string, StoredTile>()
  const parts = new Map<string, BoughtSlice[]>()
  const lookups = new Map<string, LookupAnswer>()
  const lessons = new Map<string, unknown>()
  const keyOf = ({ as_of, lens, resolution }: EditionName, parent: Cell | '' = '') =>
    `${as_of} ${lens} ${resolution} ${parent}`
  const periods = () => [...editions.values()].map(({ as_of }) => as_of as EditionName['as_of']).sort()

  const commit = async ({ name, edition, slices, at }: BoughtCall): Promise<StoredTile[]> => {
    editions.set(keyOf(name), edition)
    const completed: StoredTile[] = []
    for (const [parent, bought] of slicesByTile(slices)) {
      const key = keyOf(name, parent)
      const known = [...(parts.get(key) ?? []), ...bought]
      const whole = assembleTile(parent, known)
      if (whole === null) {
        parts.set(key, known)
        continue
      }
      parts.delete(key)
      let packed: StoredTile | null = null
      const pack = () => {
        packed ??= packTile(whole, at)
        return packed
      }
      const tile = {
        parent,
        get etag() {
          return pack().etag
        },
        get gzip() {
          return pack().gzip
        },
      }
      tiles.set(key, tile)
      completed.push(tile)
    }
    return completed
  }
  return {
    generation: async () => 'memory',
    forget: async () => {},
    // The simulated service never builds a period again.
    revisions: async () => [],
    edition: async (name) => editions.get(keyOf(name)) ?? null,
    newestPeriod: async () => periods().at(-1) ?? null,
    isPeriodKnown: async (as_of) => periods().includes(as_of),
    tile: async (name, parent) => tiles.get(keyOf(name, parent)) ?? null,
    heldTiles: async (name, parents) => parents.filter((parent) => tiles.has(keyOf(name, parent))),
    parts: async (name, parent) => parts.get(keyOf(name, parent)) ?? [],
    commit,
    lookup: async (as_of, parent) => lookups.get(`${as_of} ${parent}`) ?? null,
    keepLookup: async (as_of, parent, answer) => void lookups.set(`${as_of} ${parent}`, answer),
    learned: async (name) => lessons.get(name) ?? null,
    learn: async (name, value) => void lessons.set(name, value),
    amend: async (name, change) => {
      const changed = change(lessons.get(name) ?? null)
      lessons.set(name, changed)
      return changed
    },
    lease: async (names) => [...names],
    renew: async (names) => [...names],
    release: async () => {},
    // Every call ends here.
    keepOpenCall: async () => {},
    openCalls: async () => [],
    dropOpenCall: async () => {},
  }
}
