import { PbfReader, PbfWriter } from 'pbf'
import { type Cell, parseCell } from '../domain/cell.ts'
import type { Figure, FigureTile } from '../domain/figure.ts'
import { tileCells, tileResolution } from '../domain/tile.ts'

/** Media type of an encoded tile. */
export const TILE_MEDIA_TYPE = 'application/x-protobuf'

const ABSENT = 0
const OBSERVED = 1
const ESTIMATED = 2

/** Encodes a tile as `figure-tile.proto` says. */
export function encodeTile(tile: FigureTile): Uint8Array {
  const rows = tile.figures.filter((figure) => figure !== null)
  const names = [...new Set(rows.flatMap(({ name }) => (name === null ? [] : [name])))]
  const indexOf = new Map(names.map((name, index) => [name, index + 1]))
  const pbf = new PbfWriter()
  pbf.writeStringField(1, tile.parent)
  pbf.writeBytesField(2, Uint8Array.from(tile.figures, stateByte))
  pbf.writePackedDouble(
    3,
    rows.map((row) => row.median_price_per_sqm ?? Number.NaN),
  )
  pbf.writePackedDouble(
    4,
    rows.map((row) => row.median_price ?? Number.NaN),
  )
  pbf.writePackedDouble(
    5,
    rows.map((row) => row.median_area ?? Number.NaN),
  )
  // Not writeStringField: pbf 5 writes characters from U+20000 on, which occur in Chinese place names, as others.
  const utf8 = new TextEncoder()
  for (const name of names) pbf.writeBytesField(6, utf8.encode(name))
  pbf.writePackedVarint(
    7,
    rows.map(({ name }) => (name === null ? 0 : (indexOf.get(name) ?? 0))),
  )
  return pbf.finish()
}

function stateByte(figure: Figure | null): number {
  if (figure === null) return ABSENT
  return figure.estimated ? ESTIMATED : OBSERVED
}

interface RawTile {
  parent: string
  states: Uint8Array
  pricePerSqm: number[]
  price: number[]
  area: number[]
  names: string[]
  nameIndex: number[]
}

function readField(tag: number, raw: RawTile, pbf: PbfReader): void {
  if (tag === 1) raw.parent = pbf.readString()
  else if (tag === 2) raw.states = pbf.readBytes()
  else if (tag === 3) pbf.readPackedDouble(raw.pricePerSqm)
  else if (tag === 4) pbf.readPackedDouble(raw.price)
  else if (tag === 5) pbf.readPackedDouble(raw.area)
  else if (tag === 6) raw.names.push(pbf.readString())
  else if (tag === 7) pbf.readPackedVarint(raw.nameIndex)
}

/** Decodes a tile; throws an Error that says what is wrong when the bytes are not a whole tile. */
export function decodeTile(bytes: Uint8Array): FigureTile {
  const raw = new PbfReader(bytes).readFields<RawTile>(readField, {
    parent: '',
    states: new Uint8Array(),
    pricePerSqm: [],
    price: [],
    area: [],
    names: [],
    nameIndex: [],
  })
  const parent = parseCell(raw.parent)
  if (parent === null || tileResolution(parent) === null) {
    throw new Error(`figure tile: '${raw.parent}' is not the parent of a tile (an H3 cell of resolution 1 to 5)`)
  }
  const cells = tileCells(parent)
  const rows = raw.states.reduce((count, state) => (state === ABSENT ? count : count + 1), 0)
  const columns = [raw.pricePerSqm, raw.price, raw.area, raw.nameIndex]
  if (raw.states.length !== cells.length || columns.some((column) => column.length !== rows)) {
    throw new Error(
      `figure tile ${parent}: ${raw.states.length} states and ${rows} rows do not fit ${cells.length} cells`,
    )
  }
  return { parent, figures: figuresOf(raw, cells) }
}

function figuresOf(raw: RawTile, cells: readonly Cell[]): (Figure | null)[] {
  let row = -1
  return cells.map((cell, index) => {
    const state = raw.states[index]
    if (state === ABSENT) return null
    row++
    return {
      cell,
      estimated: state === ESTIMATED,
      median_price_per_sqm: finite(raw.pricePerSqm[row]),
      median_price: finite(raw.price[row]),
      median_area: finite(raw.area[row]),
      name: raw.names[(raw.nameIndex[row] ?? 0) - 1] ?? null,
    }
  })
}

function finite(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value
}
