import type { Resolution } from '../domain/cell.ts'
import { cellsOfCircle, cellsOfPolygon, orderedCells, packArea, splitCells } from './planning/area-scope.ts'
import { candidatesAround } from './planning/candidates-around.ts'
import {
  type PackedRequest,
  type PackedSlices,
  packCalls,
  unpackRequest,
  unpackSlices,
} from './planning/packed-plan.ts'
import { planPurchases } from './planning/purchase-plan.ts'
import { readPacked } from './tiles/packed-answer.ts'
import { readFree } from './upstream/free-reading.ts'
import { readOpenApi } from './upstream/openapi-parameters.ts'

/** What the proxy computes in its worker thread: whatever can take more than some milliseconds. */
export const JOBS = {
  candidatesAround: (wanted: PackedSlices, resolution: Resolution) =>
    candidatesAround(unpackSlices(wanted), resolution),
  cellsOfCircle: (...input: Parameters<typeof cellsOfCircle>) => packArea(cellsOfCircle(...input)),
  cellsOfPolygon: (...input: Parameters<typeof cellsOfPolygon>) => packArea(cellsOfPolygon(...input)),
  orderedCells: (cells: string) => packArea(orderedCells(splitCells(cells))),
  planPurchases: (request: PackedRequest) => packCalls(planPurchases(unpackRequest(request))),
  readFree,
  readOpenApi,
  readPacked,
}
