import pLimit from 'p-limit'
import { inTurns } from '../../../server/work/turns.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { joinSets } from './join-sets.ts'
import type { ListZoneCells, ZoneCellsRead } from './zone-cells.ts'

/** Parts that are listed at once. */
const AT_ONCE = 4

/** Parts share cells along their borders, so that more are read than a country may have in the end. */
const READ_BEYOND = 2

/**
 * Lists the cells of countries, too: the service refuses them (interface section 4.6), so they are those of its parts. Such
 * a list is incomplete where a country has more parts than one page, or one of them is, and where it has far more than `most`
 * cells: a large country has ten million at resolution 8, which nobody may ask for.
 */
export function withCountries(
  listZone: ListZoneCells,
  { children, most }: { children: Upstream['children']; most: number },
): ListZoneCells {
  return async function* list(geo_id, resolution, take) {
    if (!/^[a-z]{2}$/.test(geo_id)) return yield* listZone(geo_id, resolution, take)
    const refusal = (await take?.()) ?? null
    const listed = refusal === null ? await children(geo_id) : { kind: 'withheld' as const, refusal }
    if (listed.kind !== 'ok') return yield { answer: listed, cells: new Set(), rollupNote: null, end: 'failed' }
    const { results, isPart } = listed.value
    const parts = results.flatMap((row) => (row.kind === 'zone' ? [row.geo_id] : []))
    if (parts.length === 0) return yield* listZone(geo_id, resolution, take)
    const limit = pLimit(AT_ONCE)
    const reads = new Map<string, ZoneCellsRead>()
    const isEnough = () => [...reads.values()].reduce((sum, { cells }) => sum + cells.size, 0) > READ_BEYOND * most
    const readPart = async (part: string) => {
      if (isEnough()) return
      for await (const read of listZone(part, resolution, take)) {
        reads.set(part, read)
        if (isEnough()) return
      }
    }
    await Promise.all(parts.map((part) => limit(() => readPart(part))))
    const all = [...reads.values()]
    const failed = all.find(({ end }) => end === 'failed')
    if (failed) return yield failed
    const isWhole = !isPart && all.length === parts.length
    yield await joined(all, isWhole && all.every(({ end }) => end === 'complete'))
  }
}

async function joined(reads: readonly ZoneCellsRead[], isComplete: boolean): Promise<ZoneCellsRead> {
  const [first] = reads
  if (first === undefined) throw new Error('expected the lists of some parts, found none')
  const cells = await inTurns(joinSets(reads.map((read) => read.cells)))
  const rollupNote = reads.find((read) => read.rollupNote !== null)?.rollupNote ?? null
  return { answer: first.answer, cells, rollupNote, end: isComplete ? 'complete' : 'incomplete' }
}
