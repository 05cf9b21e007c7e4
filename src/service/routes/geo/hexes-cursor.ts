import { createHash } from 'node:crypto'
import { type Cell, parseCell } from '../../../domain/cell.ts'

/** The query that a cursor belongs to. */
export interface HexesQuery {
  readonly geo_id: string
  readonly resolution: number
}

/** A cursor that continues after a cell, valid for this query only. */
export function writeCursor(query: HexesQuery, after: Cell): string {
  return `${after}${checksum(query, after)}`
}

/** The cell after which to continue; null when the cursor was not issued for this query. */
export function readCursor(query: HexesQuery, cursor: string): Cell | null {
  const after = parseCell(cursor.slice(0, 15))
  return after !== null && cursor === writeCursor(query, after) ? after : null
}

function checksum({ geo_id, resolution }: HexesQuery, after: Cell): string {
  return createHash('sha256').update(`hexes ${geo_id} ${resolution} ${after}`).digest('base64url').slice(0, 12)
}
