import { z } from '@hono/zod-openapi'
import { type HexesResponse, hexesResponse } from '../../../contract/service/assumptions.ts'
import { type Cell, cellToDecimal } from '../../../domain/cell.ts'
import { untilGone } from '../../../server/work/gone.ts'
import { inTurns } from '../../../server/work/turns.ts'
import { parseCountry } from '../../places/countries.ts'
import { rolledUpFrom, rollupNote, territoryCells } from '../../places/territory.ts'
import { endpoint, type ServiceApp } from '../../requests/endpoint.ts'
import { geoId, resolution, wholeNumber } from '../../requests/parameters.ts'
import { invalidParameter, Refusal } from '../../requests/refusal.ts'
import type { ServiceDeps } from '../../requests/service-env.ts'
import { readCursor, writeCursor } from './hexes-cursor.ts'

const LIMIT_DEFAULT = 1_000
const LIMIT_MAX = 5_000

const route = endpoint({
  path: '/geo/{geo_id}/hexes',
  summary: 'The cells of a zone, ascending, in pages.',
  description: `At a resolution finer than the zone's own, the results are the children of its cells; at a coarser one they
are the parents, and \`territory\` says so. A cursor is signed, valid for its zone and resolution with any \`limit\`, and
does not expire.`,
  group: 'metadata',
  query: z.object({
    res: resolution.optional().openapi({ description: 'Default: the resolution at which the zone is stored.' }),
    cursor: z.string().optional().openapi({ description: '`next_cursor` of the previous page.' }),
    limit: wholeNumber.optional().openapi({
      type: 'integer',
      default: LIMIT_DEFAULT,
      maximum: LIMIT_MAX,
      description: 'Clamped when out of range.',
    }),
  }),
  params: z.object({ geo_id: geoId }),
  answer: hexesResponse,
  refusals: ['invalid_parameter', 'invalid_cursor', 'unknown_place'],
})

type HexesQuery = z.output<typeof route.request.query>

export function addGeoHexes(app: ServiceApp, deps: ServiceDeps): void {
  app.openapi(route, async (c) => {
    const { signal } = c.req.raw
    return c.json(await pageOfCells(deps, { ...c.req.valid('param'), ...c.req.valid('query') }, signal), 200)
  })
}

async function pageOfCells(
  deps: ServiceDeps,
  { geo_id, res, cursor, limit = LIMIT_DEFAULT }: HexesQuery & { geo_id: string },
  signal: AbortSignal,
): Promise<HexesResponse> {
  const book = deps.places.current()
  const zone = book.tree.get(geo_id)
  if (zone?.level === 'country' || parseCountry(geo_id)) {
    throw invalidParameter(
      'geo_id',
      `expected the geo_id of a zone, found the country "${geo_id}"; use one of its zones`,
    )
  }
  if (!zone) throw new Refusal('unknown_place', `no zone has the geo_id "${geo_id}"`, { parameter: 'geo_id' })
  const stored = await untilGone(book.cellsOf(geo_id), signal)
  const at = res ?? zone.h3_res ?? 8
  const after = cursor === undefined ? null : readCursor(deps.cursorKey, { geo_id, resolution: at }, cursor)
  if (cursor !== undefined && after === null) {
    throw new Refusal(
      'invalid_cursor',
      'the cursor was not issued for this zone and resolution; start again without a cursor',
      {
        parameter: 'cursor',
      },
    )
  }
  const size = Math.min(LIMIT_MAX, Math.max(1, limit))
  const { page, more } = await inTurns(pageOf(territoryCells(stored, at, after), size), signal)
  const last = page.at(-1)
  const from = await inTurns(rolledUpFrom(stored, at), signal)
  return {
    territory: from === null ? {} : { rolled_up_from: from, rollup_note: rollupNote(from, at) },
    resolution: at,
    results: page.map((cell) => ({ h3: cellToDecimal(cell) })),
    next_cursor: more && last !== undefined ? writeCursor(deps.cursorKey, { geo_id, resolution: at }, last) : null,
  }
}

/** Cells that are found in one step, which takes some milliseconds. */
const STEP = 500

/** Takes a page of cells, in steps; `more` when there are others. */
function* pageOf(cells: Iterable<Cell>, size: number): Generator<void, { page: Cell[]; more: boolean }> {
  const page: Cell[] = []
  for (const cell of cells) {
    if (page.length === size) return { page, more: true }
    page.push(cell)
    if (page.length % STEP === 0) yield
  }
  return { page, more: false }
}
