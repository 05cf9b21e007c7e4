import { cellToCenterChild } from 'h3-js'
import type { ErrorCode } from '../../contract/errors.ts'
import type { Refusal } from '../../contract/proxy-api.ts'
import { receivedStats } from '../../contract/stats.ts'
import { type Cell, cellParent, cellResolution, RESOLUTIONS, trustCell } from '../../domain/cell.ts'
import { type StatsQuestion, statsTarget } from '../planning/stats-target.ts'
import type { Admit } from '../upstream/asking.ts'
import { refusalOf, refusalOfFailure } from '../upstream/refusals.ts'
import type { Upstream } from '../upstream/upstream.ts'

/** Whether a service reads all of a list; `unknown` where it could not be asked, or gave no answer that tells. */
type ListVerdict = { kind: 'read' } | { kind: 'not_read' } | { kind: 'unknown'; refusal: Refusal }

/** What a service may refuse a list of two resolutions with. */
const REFUSED_AS_MIXED: ReadonlySet<ErrorCode> = new Set(['invalid_parameter', 'malformed_request'])

/**
 * Asks for cells of two resolutions, which the interface refuses (section 4.8). A service that returns figures has read
 * only one of them. Unlike a list of one resolution, this tells where there are no figures too. A refusal tells only
 * where the service has answered a list of the same style before: it may refuse the style.
 */
export async function checkListStyle(
  upstream: Upstream,
  question: StatsQuestion,
  cell: Cell,
  admit: Admit,
): Promise<ListVerdict> {
  // At most two rows, so it need not be read elsewhere.
  const read = async (body: Uint8Array) => receivedStats.parse(JSON.parse(new TextDecoder().decode(body)))
  const result = await upstream.stats(statsTarget(question, { kind: 'cells', cells: mixed(cell) }), read, admit)
  switch (result.kind) {
    case 'ok':
      return { kind: 'not_read' }
    case 'refused':
      return REFUSED_AS_MIXED.has(result.refusal.code)
        ? { kind: 'read' }
        : { kind: 'unknown', refusal: refusalOf(result.refusal) }
    case 'withheld':
      return { kind: 'unknown', refusal: result.refusal }
    case 'failed':
      return { kind: 'unknown', refusal: refusalOfFailure(result.failure) }
  }
}

/** A cell and its parent. At the coarsest resolution of the interface, a cell and one within it. */
function mixed(cell: Cell): Cell[] {
  const resolution = cellResolution(cell)
  if (resolution > Math.min(...RESOLUTIONS)) return [cellParent(cell, resolution - 1), cell]
  return [cell, trustCell(cellToCenterChild(cell, resolution + 1))]
}
