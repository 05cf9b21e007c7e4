import { latLngToCell } from 'h3-js'
import { type Cell, trustCell } from '../../src/domain/cell.ts'
import { cellsAround } from '../../src/domain/distance.ts'
import { TILE_DEPTH } from '../../src/domain/tile.ts'
import type { WorstRequest } from './worst-inputs.ts'

export const AS_OF = '2026-11-01'
export const NOW = '2026-11-21T10:00:00Z'
export const RESOLUTION = 8
export const PARIS = { lat: 48.86, lng: 2.34 }
export const HELD_TILES = 240
/** Receipts of a year, and the lenses that they are for. */
export const RECEIPTS = 100_000
export const LENSES = 300
export const PAGE_BYTES = 2_000_000
export const FREE_BYTES = 8_000_000
/** The most that the proxy sends of the operator's tiles at once. */
export const BASEMAP_RANGE = 2 * 1024 * 1024
export const JSON_HEADERS = { 'Content-Type': 'application/json' }

/** Where a proxy has what it holds: whole tiles, and parts of as many as one request may ask for. */
export interface HeldPaths {
  readonly paths: readonly string[]
  readonly parts: string
}

export function post(path: string, body: object): WorstRequest {
  const text = JSON.stringify({ as_of: AS_OF, lens: 'default', ...body })
  return { method: 'POST', path, headers: JSON_HEADERS, body: text }
}

export function aroundParis(count: number): Cell[] {
  return parentsAt(PARIS.lat, PARIS.lng, count)
}

/** Parents of the tiles around a point. */
export function parentsAt(lat: number, lng: number, count: number): Cell[] {
  return cellsAround(trustCell(latLngToCell(lat, lng, RESOLUTION - TILE_DEPTH)), 12).slice(0, count)
}
