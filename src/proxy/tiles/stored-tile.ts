import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { PbfReader, PbfWriter } from 'pbf'
import { z } from 'zod'
import { type Cell, parseCell } from '../../domain/cell.ts'
import { ABSENT, ESTIMATED, type Figure, type FigureTile, MEDIANS, OBSERVED, ROW_EXTRAS } from '../../domain/figure.ts'
import { tileCells } from '../../domain/tile.ts'

/** A tile exactly as it was bought, compressed, with a hash of the uncompressed bytes. */
export interface StoredTile {
  readonly parent: Cell
  readonly etag: string
  readonly gzip: Uint8Array
}

/** Offset of gzip's modification time, in seconds since 1970 (RFC 1952); 0 means unknown. */
const MTIME = 4

/** Encodes a tile as `stored-tile.proto`, with the time of purchase in the gzip header. */
export function packTile(tile: FigureTile, boughtAt: Date): StoredTile {
  const bytes = encodeStored(tile)
  const etag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  const gzip = gzipSync(bytes, { level: 9 })
  gzip.writeUInt32LE(Math.floor(boughtAt.getTime() / 1_000), MTIME)
  return { parent: tile.parent, etag, gzip }
}

/** Returns when a tile was bought, to the second; null when it was stored without a time. */
export function boughtAt({ gzip }: Pick<StoredTile, 'gzip'>): Date | null {
  const seconds = new DataView(gzip.buffer, gzip.byteOffset, gzip.byteLength).getUint32(MTIME, true)
  return seconds === 0 ? null : new Date(seconds * 1_000)
}

function encodeStored(tile: FigureTile): Uint8Array {
  const rows = tile.figures.filter((figure) => figure !== null)
  const names = [...new Set(rows.flatMap(({ name }) => (name === null ? [] : [name])))]
  const indexOf = new Map(names.map((name, index) => [name, index + 1]))
  const pbf = new PbfWriter()
  pbf.writeStringField(1, tile.parent)
  pbf.writeBytesField(2, Uint8Array.from(tile.figures, stateByte))
  for (const [index, metric] of MEDIANS.entries()) {
    pbf.writePackedDouble(
      3 + index,
      rows.map((row) => row[metric] ?? Number.NaN),
    )
  }
  // Not writeStringField: pbf 5 corrupts characters from U+20000 on, which occur in Chinese place names.
  const utf8 = new TextEncoder()
  for (const name of names) pbf.writeBytesField(6, utf8.encode(name))
  pbf.writePackedVarint(
    7,
    rows.map(({ name }) => (name === null ? 0 : (indexOf.get(name) ?? 0))),
  )
  for (const [index, metric] of ROW_EXTRAS.entries()) {
    const values = rows.map((row) => row[metric] ?? Number.NaN)
    if (values.some((value) => !Number.isNaN(value))) pbf.writePackedDouble(8 + index, values)
  }
  return pbf.finish()
}

function stateByte(figure: Figure | null): number {
  if (figure === null) return ABSENT
  return figure.estimated ? ESTIMATED : OBSERVED
}

interface RawTile {
  states: Uint8Array
  pricePerSqm: number[]
  price: number[]
  area: number[]
  names: string[]
  nameIndex: number[]
  averagePrice: number[]
  listings: number[]
}

function readField(tag: number, raw: RawTile, pbf: PbfReader): void {
  if (tag === 2) raw.states = pbf.readBytes()
  else if (tag === 3) pbf.readPackedDouble(raw.pricePerSqm)
  else if (tag === 4) pbf.readPackedDouble(raw.price)
  else if (tag === 5) pbf.readPackedDouble(raw.area)
  else if (tag === 6) raw.names.push(pbf.readString())
  else if (tag === 7) pbf.readPackedVarint(raw.nameIndex)
  else if (tag === 8) pbf.readPackedDouble(raw.averagePrice)
  else if (tag === 9) pbf.readPackedDouble(raw.listings)
}

/** Decodes a stored tile; throws when the bytes are not a tile of this parent. */
export function unpackTile({ parent, gzip }: Pick<StoredTile, 'parent' | 'gzip'>): FigureTile {
  const raw = new PbfReader(gunzipSync(gzip)).readFields<RawTile>(readField, {
    states: new Uint8Array(),
    pricePerSqm: [],
    price: [],
    area: [],
    names: [],
    nameIndex: [],
    averagePrice: [],
    listings: [],
  })
  const cells = tileCells(parent)
  const rows = raw.states.reduce((count, state) => (state === ABSENT ? count : count + 1), 0)
  const optional = [raw.averagePrice, raw.listings].filter(({ length }) => length > 0)
  const columns = [raw.pricePerSqm, raw.price, raw.area, raw.nameIndex, ...optional]
  if (raw.states.length !== cells.length || columns.some((column) => column.length !== rows)) {
    const found = `${raw.states.length} states and columns of ${columns.map(({ length }) => length).join(', ')} values`
    throw new Error(
      `stored tile ${parent}: expected ${cells.length} states and columns of ${rows} values, found ${found}`,
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
      ...given('average_price', finite(raw.averagePrice[row])),
      ...given('listings', finite(raw.listings[row])),
      name: raw.names[(raw.nameIndex[row] ?? 0) - 1] ?? null,
    }
  })
}

function given(name: (typeof ROW_EXTRAS)[number], value: number | null): Partial<Figure> {
  return value === null ? {} : { [name]: value }
}

function finite(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value
}

const storedFigure: z.ZodType<Figure> = z.object({
  cell: z.string().transform((raw, context) => {
    const cell = parseCell(raw)
    if (cell !== null) return cell
    context.addIssue({ code: 'custom', message: `'${raw}' is not an H3 cell` })
    return z.NEVER
  }),
  estimated: z.boolean(),
  median_price: z.number().nullable(),
  median_price_per_sqm: z.number().nullable(),
  median_area: z.number().nullable(),
  average_price: z.number().nullable().exactOptional(),
  listings: z.number().nullable().exactOptional(),
  name: z.string().nullable(),
})
const storedFigures = z.array(storedFigure.nullable())

/** Reads a piece of a tile from JSON; throws a ZodError when it is something else. */
export function readStoredFigures(json: string): (Figure | null)[] {
  return storedFigures.parse(JSON.parse(json))
}
