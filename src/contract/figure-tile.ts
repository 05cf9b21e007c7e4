import { cellToChildrenSize } from 'h3-js'
import { PbfReader, PbfWriter } from 'pbf'
import { type Cell, parseCell } from '../domain/cell.ts'
import {
  ABSENT,
  ESTIMATED,
  type Figure,
  type FigureColumns,
  type FigureTile,
  MEDIANS,
  OBSERVED,
  ROW_EXTRAS,
} from '../domain/figure.ts'
import { tileResolution } from '../domain/tile.ts'
import { type RawColumn, readColumn, spreadColumn, writeColumn } from './figure-column.ts'

/** Media type of an encoded tile. */
export const TILE_MEDIA_TYPE = 'application/x-protobuf'

/** Raise this with every change of the encoding: tiles are cached for ever under addresses that contain it. */
export const TILE_FORMAT = '4'

/** Encodes a tile as described in `figure-tile.proto`. */
export function encodeTile(tile: FigureTile): Uint8Array {
  const rows = tile.figures.filter((figure) => figure !== null)
  const pbf = new PbfWriter()
  pbf.writeStringField(1, tile.parent)
  if (rows.length > 0) writeRows(tile, rows, pbf)
  pbf.writeVarintField(8, rows.length)
  return pbf.finish()
}

function writeRows(tile: FigureTile, rows: readonly Figure[], pbf: PbfWriter): void {
  const names = [...new Set(rows.flatMap(({ name }) => (name === null ? [] : [name])))]
  const indexOf = new Map(names.map((name, index) => [name, index + 1]))
  pbf.writeBytesField(2, Uint8Array.from(tile.figures, stateByte))
  for (const [index, metric] of MEDIANS.entries()) {
    pbf.writeMessage(
      3 + index,
      writeColumn,
      rows.map((row) => row[metric]),
    )
  }
  for (const [index, metric] of ROW_EXTRAS.entries()) {
    const values = rows.map((row) => row[metric] ?? null)
    if (values.some((value) => value !== null)) pbf.writeMessage(9 + index, writeColumn, values)
  }
  // Not writeStringField: pbf 5 corrupts characters from U+20000 on, which occur in Chinese place names.
  const utf8 = new TextEncoder()
  for (const name of names) pbf.writeBytesField(6, utf8.encode(name))
  pbf.writeMessage(
    7,
    writeColumn,
    rows.map(({ name }) => (name === null ? null : (indexOf.get(name) ?? null))),
  )
}

function stateByte(figure: Figure | null): number {
  if (figure === null) return ABSENT
  return figure.estimated ? ESTIMATED : OBSERVED
}

interface RawTile {
  parent: string
  states: Uint8Array
  median_price_per_sqm: RawColumn | null
  median_price: RawColumn | null
  median_area: RawColumn | null
  names: string[]
  name_index: RawColumn | null
  rows: number | null
  average_price: RawColumn | null
  listings: RawColumn | null
}

function readField(tag: number, raw: RawTile, pbf: PbfReader): void {
  if (tag === 1) raw.parent = pbf.readString()
  else if (tag === 2) raw.states = pbf.readBytes()
  else if (tag === 3) raw.median_price_per_sqm = readColumn(pbf)
  else if (tag === 4) raw.median_price = readColumn(pbf)
  else if (tag === 5) raw.median_area = readColumn(pbf)
  else if (tag === 6) raw.names.push(pbf.readString())
  else if (tag === 7) raw.name_index = readColumn(pbf)
  else if (tag === 8) raw.rows = pbf.readVarint()
  else if (tag === 9) raw.average_price = readColumn(pbf)
  else if (tag === 10) raw.listings = readColumn(pbf)
}

/** Decodes a tile; throws an Error that names the fault when the bytes are not a whole tile. */
export function decodeTile(bytes: Uint8Array): FigureColumns {
  const raw = new PbfReader(bytes).readFields<RawTile>(readField, {
    parent: '',
    states: new Uint8Array(),
    median_price_per_sqm: null,
    median_price: null,
    median_area: null,
    names: [],
    name_index: null,
    rows: null,
    average_price: null,
    listings: null,
  })
  const parent = parseCell(raw.parent)
  const resolution = parent && tileResolution(parent)
  if (parent === null || resolution === null) {
    throw new Error(`figure tile: expected an H3 cell of resolution 1 to 5 as parent, found '${raw.parent}'`)
  }
  const cells = cellToChildrenSize(parent, resolution)
  return { parent, names: raw.names, ...spreadTile(raw, parent, cells) }
}

function spreadTile(raw: RawTile, parent: Cell, cells: number): Omit<FigureColumns, 'parent' | 'names'> {
  const states = raw.rows === 0 ? new Uint8Array(cells) : raw.states
  let rows = 0
  for (const state of states) if (state !== ABSENT) rows++
  if (states.length !== cells || rows !== raw.rows) {
    const [expected, found] = [`${cells} states and ${raw.rows} rows`, `${states.length} states and ${rows} rows`]
    throw new Error(`figure tile ${parent}: expected ${expected}, found ${found}`)
  }
  const spread = (column: RawColumn | null): Float64Array => {
    const values = new Float64Array(cells).fill(Number.NaN)
    if (rows === 0 || (column && spreadColumn(column, states, rows, values))) return values
    throw new Error(`figure tile ${parent}: expected columns of ${rows} values, found another number or none`)
  }
  return {
    states,
    median_price_per_sqm: spread(raw.median_price_per_sqm),
    median_price: spread(raw.median_price),
    median_area: spread(raw.median_area),
    ...(raw.average_price && { average_price: spread(raw.average_price) }),
    ...(raw.listings && { listings: spread(raw.listings) }),
    name_index: spread(raw.name_index),
  }
}
