import { cellToCenterChild, latLngToCell } from 'h3-js'
import type { Refusal } from '../../../contract/proxy-api.ts'
import { LIST_STYLES, type ListStyle } from '../../../contract/service/assumptions.ts'
import type { ErrorCode } from '../../../contract/service/errors.ts'
import { readJson } from '../../../contract/service/read-json.ts'
import { receivedStats } from '../../../contract/service/stats/received-stats.ts'
import { type Cell, cellResolution, RESOLUTIONS, trustCell } from '../../../domain/cell.ts'
import { type StatsQuestion, statsTarget } from '../../planning/calls/stats-target.ts'
import type { Admit } from '../../upstream/asking.ts'
import { refusalOf, refusalOfFailure } from '../../upstream/connection/refusals.ts'
import type { Upstream } from '../../upstream/upstream.ts'

/** Whether a service reads all of a list; `unknown` if it could not be asked, or its response does not show it. */
type ListVerdict = { kind: 'read' } | { kind: 'not_read' } | { kind: 'unknown'; refusal: Refusal }

/** Cells of the list that is asked for. */
export const CELLS_OF_CHECK = 3

/** What a service may refuse a list of two resolutions with; the finer one may be beyond the plan. */
const REFUSED_AS_MIXED: ReadonlySet<ErrorCode> = new Set([
  'invalid_parameter',
  'malformed_request',
  'resolution_not_in_plan',
])

/**
 * Asks for cells of two resolutions, which the interface refuses (section 4.8). A service that responds has read only
 * one of them. Unlike a list of one resolution, this works without figures too. A refusal proves something only if the
 * service has accepted a list of the same style before; otherwise it may refuse the style.
 */
export async function checkListStyle(
  upstream: Upstream,
  question: StatsQuestion,
  cell: Cell,
  admit: Admit,
): Promise<ListVerdict> {
  // At most three rows, so it need not be read elsewhere.
  const read = async (body: Uint8Array) => receivedStats.parse(readJson(body))
  const result = await upstream.stats(
    statsTarget(question, { kind: 'cells', cells: mixed(cell, question.style) }),
    read,
    admit,
  )
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

/** The middle of the South Pacific, where no market is. */
const AT_SEA = { lat: -48.9, lng: -123.4 }
/** Degrees between the cells at sea that are asked for, in two rows of the globe by style. */
const APART = 2

/**
 * A cell between two of the next coarser resolution, or a part of one of the coarsest between two of that: the outer cells
 * are never finer than what the plan sells. They are at sea and differ by style, because a service that reads only the
 * first or last cell of a list charges for it, while the middle cell is bought anyway.
 */
function mixed(cell: Cell, style: ListStyle): Cell[] {
  const own = cellResolution(cell)
  const outer = Math.max(own - 1, Math.min(...RESOLUTIONS))
  const middle = outer < own ? cell : trustCell(cellToCenterChild(cell, own + 1))
  const lat = AT_SEA.lat - APART * LIST_STYLES.indexOf(style)
  const atSea = (column: number) => trustCell(latLngToCell(lat, AT_SEA.lng + APART * column, outer))
  return [atSea(0), middle, atSea(1)]
}
