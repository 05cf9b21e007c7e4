import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { encodeTile } from '../../contract/figure-tile.ts'
import { type Cell, parseCell } from '../../domain/cell.ts'
import type { Figure, FigureTile } from '../../domain/figure.ts'

/** A tile in the form in which it is kept: compressed once, with a hash of what was compressed. */
export function packTile(tile: FigureTile): { parent: Cell; etag: string; gzip: Uint8Array } {
  const bytes = encodeTile(tile)
  const etag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  return { parent: tile.parent, etag, gzip: gzipSync(bytes, { level: 9 }) }
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
  name: z.string().nullable(),
})
const storedFigures = z.array(storedFigure.nullable())

/** Reads a piece of a tile that was kept as JSON; throws a ZodError when it is something else. */
export function readStoredFigures(json: string): (Figure | null)[] {
  return storedFigures.parse(JSON.parse(json))
}
