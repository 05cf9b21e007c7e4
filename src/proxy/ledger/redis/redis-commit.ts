import { edition as editionSchema } from '../../../contract/proxy-api.ts'
import type { Cell } from '../../../domain/cell.ts'
import type { AsOf } from '../../../domain/period.ts'
import { nextTurn } from '../../../server/work/turns.ts'
import { packWhole, slicesByTile } from '../../tiles/bought-slices.ts'
import { inHeldUnit } from '../../tiles/held-unit.ts'
import { mergeEdition } from '../../tiles/merge-edition.ts'
import type { StoredTile } from '../../tiles/stored-tile.ts'
import type { BoughtCall, TileLedger } from '../ledger.ts'
import commitCall from './commit-call.lua?raw'
import { indexMember } from './redis-keys.ts'
import { pieceLines, readPieces, readTile, tileBytes } from './redis-pieces.ts'
import type { RedisStore } from './redis-store.ts'

/** How a call changes one tile, given the pieces that were held before. */
interface Change {
  readonly parent: Cell
  readonly before: string
  readonly whole: StoredTile | null
  readonly value: string | Buffer
}

/** Writes answered calls, each with one script over the keys of its edition. */
export function redisCommit(
  store: RedisStore,
  forget: (periods: readonly AsOf[]) => Promise<void>,
): Pick<TileLedger, 'commit'> {
  const { client, ask } = store.connection
  return {
    commit: async (call) => {
      if (await isOfOtherRevision(store, call)) await forget([call.name.as_of])
      // Written first, so that the totals never miss a receipt; a superfluous entry does no harm.
      await ask(() => client.sadd(store.keys.index, indexMember(call.name)))
      for (;;) {
        const { edition, slices } = await planEdition(store, call)
        const changes = await planChanges(store, { ...call, slices })
        const outcome = await write(store, call, edition, changes)
        if (outcome === 'written') return changes.flatMap(({ whole }) => whole ?? [])
        if (outcome === 'known') return heldTiles(store, call)
        // Another call has changed the edition, or pieces of the same tile, in the meantime, so try again.
      }
    },
  }
}

/** Returns true when the held edition has another revision: a tile must not mix both. */
async function isOfOtherRevision(
  { connection: { client, ask }, keys }: RedisStore,
  call: BoughtCall,
): Promise<boolean> {
  const { revision } = call.edition.snapshot
  if (typeof revision !== 'string') return false
  const held = await ask(() => client.get(keys.edition(call.name)))
  return held !== null && editionSchema.parse(JSON.parse(held)).snapshot.revision !== revision
}

/** How a call changes the stored edition; `after` is empty when it does not. */
interface EditionChange {
  readonly before: string
  readonly after: string
}

/** The change of the edition, and what was bought in its unit of area. */
interface PlannedEdition {
  readonly edition: EditionChange
  readonly slices: BoughtCall['slices']
}

async function planEdition(
  { connection: { client, ask }, keys }: RedisStore,
  call: BoughtCall,
): Promise<PlannedEdition> {
  const before = (await ask(() => client.get(keys.edition(call.name)))) ?? ''
  if (before === '') return { edition: { before, after: JSON.stringify(call.edition) }, slices: call.slices }
  const held = editionSchema.parse(JSON.parse(before))
  const { edition, slices } = inHeldUnit(held, call)
  const merged = mergeEdition(held, edition)
  return { edition: { before, after: merged === held ? '' : JSON.stringify(merged) }, slices }
}

async function planChanges({ connection: { client, ask }, keys }: RedisStore, call: BoughtCall): Promise<Change[]> {
  const parents = parentsOf(call)
  const bought = slicesByTile(call.slices)
  // A response from which no cell can be kept has no tiles, and Redis refuses a command without fields.
  if (parents.length === 0) return []
  const held = await ask(() => client.hmget(keys.parts(call.name), ...parents))
  const changes: Change[] = []
  for (const [index, parent] of parents.entries()) {
    await nextTurn()
    const before = held[index] ?? ''
    const own = bought.get(parent) ?? []
    const whole = packWhole(parent, readPieces(parent, before), own, call.at)
    changes.push({ parent, before, whole, value: whole === null ? before + pieceLines(own) : tileBytes(whole) })
  }
  return changes
}

async function write(
  { connection: { client, ask }, keys }: RedisStore,
  { id, name, slices, at, rows, isCountedElsewhere = false }: BoughtCall,
  edition: EditionChange,
  changes: readonly Change[],
): Promise<unknown> {
  const places = [keys.receipts(name), keys.edition(name), keys.tiles(name), keys.parts(name), keys.tally(name)]
  const cells = slices.reduce((sum, { figures }) => sum + figures.length, 0)
  const receipt = JSON.stringify({ at: at.toISOString(), as_of: name.as_of, cells, rows })
  const tiles = changes.flatMap(({ parent, before, whole, value }) => [
    parent,
    before,
    whole === null ? 'parts' : 'tile',
    value,
  ])
  const day = at.toISOString().slice(0, 10)
  const counted = isCountedElsewhere ? 0 : 1
  return ask(() =>
    client.eval(
      commitCall,
      places.length,
      ...places,
      ...[id, receipt, edition.before, edition.after, day, cells, counted],
      ...tiles,
    ),
  )
}

async function heldTiles({ connection: { client, ask }, keys }: RedisStore, call: BoughtCall): Promise<StoredTile[]> {
  const parents = parentsOf(call)
  if (parents.length === 0) return []
  const held = await ask(() => client.hmgetBuffer(keys.tiles(call.name), ...parents))
  return parents.flatMap((parent, index) => readTile(parent, held[index] ?? null) ?? [])
}

function parentsOf({ slices }: BoughtCall): Cell[] {
  return [...new Set(slices.map(({ parent }) => parent))]
}
