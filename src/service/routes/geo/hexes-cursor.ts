import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Cell, parseCell } from '../../../domain/cell.ts'

/** The query that a cursor belongs to. */
export interface HexesQuery {
  readonly geo_id: string
  readonly resolution: number
}

const CELL_DIGITS = 15

/** A cursor that continues after a cell, valid for this query only, and signed with `key`. */
export function writeCursor(key: string, query: HexesQuery, after: Cell): string {
  return `${after}${signature(key, query, after)}`
}

/** The cell after which to continue; null when the cursor was not issued for this query with this key. */
export function readCursor(key: string, query: HexesQuery, cursor: string): Cell | null {
  const after = parseCell(cursor.slice(0, CELL_DIGITS))
  if (after === null) return null
  const [sent, issued] = [Buffer.from(cursor), Buffer.from(writeCursor(key, query, after))]
  return sent.length === issued.length && timingSafeEqual(sent, issued) ? after : null
}

function signature(key: string, { geo_id, resolution }: HexesQuery, after: Cell): string {
  return createHmac('sha256', key).update(`hexes ${geo_id} ${resolution} ${after}`).digest('base64url').slice(0, 24)
}
