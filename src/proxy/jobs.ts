import type { Resolution } from '../domain/cell.ts'
import { cellsOfCircle, cellsOfPolygon, orderedCells, packArea, splitCells } from './planning/calls/area-scope.ts'
import {
  type PackedRequest,
  type PackedSlices,
  packCalls,
  packSlices,
  unpackRequest,
  unpackSlices,
} from './planning/calls/packed-plan.ts'
import { candidatesAround } from './planning/circles/candidates-around.ts'
import { planPurchases } from './planning/purchase-plan.ts'
import type { AskedCells } from './tiles/cut-answer.ts'
import { readPacked } from './tiles/packed-answer.ts'
import { readPackedHistory } from './tiles/packed-history.ts'
import { readFree } from './upstream/free/free-reading.ts'
import { readOpenApi } from './upstream/free/openapi-parameters.ts'
import { readValue } from './upstream/free-values.ts'

/** The cells that a metered call was made for, as they are copied to the thread. */
export interface PackedAsked extends Omit<AskedCells, 'slices'> {
  readonly slices: PackedSlices
}

export function packAsked(asked: AskedCells): PackedAsked {
  return { ...asked, slices: packSlices(asked.slices) }
}

function unpackAsked(packed: PackedAsked): AskedCells {
  return { ...packed, slices: unpackSlices(packed.slices) }
}

/** What the proxy computes in its worker thread: whatever can take more than some milliseconds. */
export const JOBS = {
  candidatesAround: (wanted: PackedSlices, resolution: Resolution) =>
    candidatesAround(unpackSlices(wanted), resolution),
  cellsOfCircle: (...input: Parameters<typeof cellsOfCircle>) => packArea(cellsOfCircle(...input)),
  cellsOfPolygon: (...input: Parameters<typeof cellsOfPolygon>) => packArea(cellsOfPolygon(...input)),
  orderedCells: (cells: string) => packArea(orderedCells(splitCells(cells))),
  planPurchases: (request: PackedRequest) => packCalls(planPurchases(unpackRequest(request))),
  readFree,
  readHistory: (body: Uint8Array, asked: PackedAsked, boughtAt: Date) =>
    readPackedHistory(body, unpackAsked(asked), boughtAt),
  readOpenApi,
  readPacked: (body: Uint8Array, asked: PackedAsked, boughtAt: Date) => readPacked(body, unpackAsked(asked), boughtAt),
  readValue,
}
