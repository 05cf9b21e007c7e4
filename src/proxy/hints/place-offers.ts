import { LRUCache } from 'lru-cache'
import type { Refusal } from '../../contract/proxy-api.ts'
import type { Cell, Resolution } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { PlaceOffer } from '../planning/calls/plan.ts'
import type { Slice } from '../tiles/slice.ts'
import type { FreeShares } from '../upstream/free/free-shares.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { type ListZoneCells, onceBegun, type TakeRequest } from './ground/zone-cells.ts'

// Pages are free but count against the rate limit; larger zones are left to circles.
const PAGES_MAX = 5
/** A cell lies in a few; listing each takes requests. */
const ZONES_MAX = 20
/** No call asks for more. */
const CELLS_MAX = 50_000
const KEPT = 200
// Milliseconds: the service may draw a place elsewhere, and its cells without figures would be taken for empty.
const FRESH = 3_600_000

/** On whose behalf places are looked up. */
export interface OfferSeeker {
  /** Whose share of the service's free requests look-ups count towards. */
  readonly address: string
  /** Called when there may be offers that are not looked up, because that share is used. */
  readonly onWithheld?: (why: Refusal) => void
}

/** Named places that a metered call could select instead of their cells, found by free look-ups. */
export interface PlaceOffers {
  /** Returns the zones around the middle of the wanted cells that are stored at the resolution, with all their cells. */
  near(
    wanted: readonly Slice[],
    kind: Pick<EditionName, 'as_of' | 'resolution'>,
    seeker: OfferSeeker,
  ): Promise<PlaceOffer[]>
}

/** Looks up each zone once a period and hour; a failed look-up yields no offer and is retried the next time. */
export function createPlaceOffers(
  upstream: Pick<Upstream, 'lookup'>,
  { listCells, shares }: { listCells: ListZoneCells; shares: Pick<FreeShares, 'take'> },
): PlaceOffers {
  const zones = rememberFound((cell: Cell, { resolution, take }) => zonesOf(upstream, { cell, resolution, take }))
  const offers = rememberFound((geo_id: string, { resolution, take }) =>
    offerOf(listCells, { geo_id, resolution, take }),
  )
  return {
    near: async (wanted, { as_of, resolution }, { address, onWithheld }) => {
      const cells = wanted[Math.floor(wanted.length / 2)]?.cells ?? []
      const middle = cells[Math.floor(cells.length / 2)]
      if (middle === undefined) return []
      let withheld: Refusal | null = null
      const takeOnce = onceBegun(() => shares.take(address))
      const take: TakeRequest = async () => {
        const refusal = await takeOnce()
        withheld ??= refusal
        return refusal
      }
      const ids = await zones(middle, { as_of, resolution, take })
      const found = await Promise.all((ids ?? []).map((id) => offers(id, { as_of, resolution, take })))
      if (withheld !== null) onWithheld?.(withheld)
      return found.filter((offer) => offer !== null)
    },
  }
}

interface Asked {
  readonly as_of: string
  readonly resolution: Resolution
  readonly take: TakeRequest
}

/** Null when the look-up failed, or was not made. */
async function zonesOf(
  upstream: Pick<Upstream, 'lookup'>,
  { cell, resolution, take }: Omit<Asked, 'as_of'> & { readonly cell: Cell },
): Promise<string[] | null> {
  if ((await take()) !== null) return null
  const found = await upstream.lookup(cell)
  if (found.kind !== 'ok') return null
  // At other resolutions a zone's cells are derived from coarser or finer ones, and do not match it exactly.
  const stored = found.value.zones.filter(({ h3_res }) => h3_res === resolution)
  return stored.slice(0, ZONES_MAX).map(({ geo_id }) => geo_id)
}

/** Null when the look-up failed; without cells when there are too many, or the list is incomplete. */
async function offerOf(
  listCells: ListZoneCells,
  { geo_id, resolution, take }: Omit<Asked, 'as_of'> & { readonly geo_id: string },
): Promise<PlaceOffer | null> {
  let read = 0
  for await (const { end, cells, rollupNote } of listCells(geo_id, resolution, take)) {
    if (end === 'failed') return null
    if (rollupNote !== null || cells.size > CELLS_MAX) break
    if (end === 'complete') return { geo_id, cells }
    if (++read === PAGES_MAX) break
  }
  return { geo_id, cells: new Set() }
}

function rememberFound<Key extends string, Value>(find: (key: Key, asked: Asked) => Promise<Value | null>) {
  const cache = new LRUCache<string, Promise<Value | null>>({ max: KEPT, ttl: FRESH })
  return (key: Key, asked: Asked): Promise<Value | null> => {
    const name = `${asked.as_of} ${asked.resolution} ${key}`
    const known = cache.get(name)
    if (known !== undefined) return known
    const finding = find(key, asked).then((found) => {
      if (found === null) cache.delete(name)
      return found
    })
    cache.set(name, finding)
    return finding
  }
}
