import pLimit from 'p-limit'
import { GEO_LIMIT_MAX } from '../../contract/limits.ts'
import type { Cell, Resolution } from '../../domain/cell.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { ListZoneCells, ZoneCellsRead } from './zone-cells.ts'

/** Parts that are listed at once. */
const AT_ONCE = 4

/**
 * Lists the cells of countries, too: the service refuses them (interface section 4.6), so they are those of its parts. Such
 * a list is incomplete where a country has more parts than one page, or one of them is.
 */
export function withCountries(listZone: ListZoneCells, children: Upstream['children']): ListZoneCells {
  return async function* list(geo_id, resolution) {
    if (!/^[a-z]{2}$/.test(geo_id)) return yield* listZone(geo_id, resolution)
    const listed = await children(geo_id)
    if (listed.kind !== 'ok') return yield { answer: listed, cells: new Set(), rollupNote: null, end: 'failed' }
    const { results } = listed.value
    const parts = results.flatMap((row) => (row.kind === 'zone' ? [row.geo_id] : []))
    if (parts.length === 0) return yield* listZone(geo_id, resolution)
    const limit = pLimit(AT_ONCE)
    const reads = await Promise.all(parts.map((part) => limit(() => lastOf(listZone, part, resolution))))
    const failed = reads.find(({ end }) => end === 'failed')
    if (failed) return yield failed
    const isComplete = results.length < GEO_LIMIT_MAX && reads.every(({ end }) => end === 'complete')
    yield joined(reads, isComplete)
  }
}

async function lastOf(listZone: ListZoneCells, geo_id: string, resolution: Resolution): Promise<ZoneCellsRead> {
  let last: ZoneCellsRead | null = null
  for await (const read of listZone(geo_id, resolution)) last = read
  if (last === null) throw new Error(`the list of the cells of ${geo_id} ended without a page`)
  return last
}

function joined(reads: readonly ZoneCellsRead[], isComplete: boolean): ZoneCellsRead {
  const [first] = reads
  if (first === undefined) throw new Error('expected the lists of some parts, found none')
  const cells = new Set<Cell>()
  for (const read of reads) for (const cell of read.cells) cells.add(cell)
  const rollupNote = reads.find((read) => read.rollupNote !== null)?.rollupNote ?? null
  return { answer: first.answer, cells, rollupNote, end: isComplete ? 'complete' : 'incomplete' }
}
