import { AREA_CELLS_MAX } from '../../../contract/area.ts'
import type { Refusal } from '../../../contract/proxy-api.ts'
import { HEXES_PARAMETERS } from '../../../contract/service/assumptions.ts'
import {
  cursorNames,
  followHexPages,
  type HexesRead,
  type PageQuery,
  ParameterNames,
} from '../../../contract/service/hexes/hex-pages.ts'
import type { HexPage } from '../../../contract/service/hexes/received-hexes.ts'
import { type Cell, cellAtResolution, cellResolution, type Resolution } from '../../../domain/cell.ts'
import { inTurns, nextTurn } from '../../../server/work/turns.ts'
import type { Failure, ServiceResult } from '../../upstream/connection/service-answer.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import type { DeclaredParameters } from '../stated/declared-parameters.ts'

type Answer = ServiceResult<HexPage>
export type ZoneCellsRead = HexesRead & { readonly answer: Answer }

/** Called before each request; returns why it must not be sent, or null. */
export type TakeRequest = () => Promise<Refusal | null>

/** A list that was begun is read to its end, since the next try would begin again; its requests count all the same. */
export function onceBegun(take: TakeRequest): TakeRequest {
  let hasBegun = false
  return async () => {
    const refusal = await take()
    if (hasBegun) return null
    hasBegun = refusal === null
    return refusal
  }
}

/**
 * Lists a zone's cells at a resolution page by page, and yields what is known after each page. Without `take`, any number
 * of requests may be sent.
 */
export type ListZoneCells = (
  geo_id: string,
  resolution: Resolution,
  take?: TakeRequest,
) => AsyncGenerator<ZoneCellsRead, void, void>

const RESOLUTION_NAMES = [HEXES_PARAMETERS.resolution, 'resolution', 'h3_res', 'h3_resolution']

/**
 * The interface does not show the names of the list's parameters. They are tried in turn, declared ones first, and the
 * working ones are remembered.
 */
export function createZoneCells(upstream: Pick<Upstream, 'hexes'>, declared: DeclaredParameters): ListZoneCells {
  const declaredLike = (pattern: RegExp) => async () =>
    [...((await declared('/geo/{}/hexes'))?.names ?? [])].filter((name) => pattern.test(name))
  const cursors = cursorNames(declaredLike(/cursor|token|after|contin|next/i))
  const resolutions = new ParameterNames(RESOLUTION_NAMES, declaredLike(/res|level|precision/i))

  async function* follow(
    geo_id: string,
    fixed: PageQuery,
    take: TakeRequest | undefined,
  ): AsyncGenerator<ZoneCellsRead, void, void> {
    const ask = async (page: PageQuery): Promise<Answer> => {
      const refusal = (await take?.()) ?? null
      return refusal === null ? upstream.hexes(geo_id, { ...fixed, ...page }) : { kind: 'withheld', refusal }
    }
    yield* followHexPages(ask, pageOf, cursors, nextTurn)
  }
  return async function* list(geo_id, resolution, take) {
    for (let name: string | null = resolutions.first(); name !== null; name = await resolutions.after(name)) {
      let isFirst = true
      for await (const read of follow(geo_id, { [name]: String(resolution) }, take)) {
        if (isMisread(read, resolution)) {
          if (isFirst) break
          return yield mixed(read)
        }
        isFirst = false
        if (read.cells.size > 0) resolutions.worked(name)
        yield read
      }
      if (!isFirst) return
    }
    yield* rolledUp(follow(geo_id, {}, take), resolution)
  }
}

/** The fallback when the service lists a zone only at a resolution of its own: the parents or children of these cells. */
async function* rolledUp(
  pages: AsyncGenerator<ZoneCellsRead, void, void>,
  resolution: Resolution,
): AsyncGenerator<ZoneCellsRead, void, void> {
  for await (const read of pages) {
    const { cells, isAll, coarsest } = await inTurns(cellsAt(read.cells, resolution))
    const rollupNote = coarsest < resolution ? childrenNote(coarsest) : (read.rollupNote ?? parentsNote(read.cells))
    yield { ...read, cells, rollupNote, ...(!isAll && { end: 'incomplete' }) }
    if (!isAll) return
  }
}

/** Cells that are found in one step, which takes a few milliseconds. */
const STEP = 5_000

interface OtherCells {
  readonly cells: ReadonlySet<Cell>
  /** False where there are more than any area may have. */
  readonly isAll: boolean
  /** The coarsest resolution of the listed cells. */
  readonly coarsest: number
}

/** Returns the parents or children of the listed cells at a resolution. */
function* cellsAt(listed: ReadonlySet<Cell>, resolution: Resolution): Generator<void, OtherCells> {
  const cells = new Set<Cell>()
  let coarsest: number = resolution
  let steps = 0
  for (const each of listed) {
    coarsest = Math.min(coarsest, cellResolution(each))
    for (const cell of at(each, resolution)) {
      if (++steps % STEP === 0) yield
      cells.add(cell)
      if (cells.size > AREA_CELLS_MAX) return { cells, isAll: false, coarsest }
    }
  }
  return { cells, isAll: true, coarsest }
}

/** Lists no more than some hundred cells at once, since one of the coarsest cells has millions of children. */
function* at(cell: Cell, resolution: number): Generator<Cell, void> {
  const own = cellResolution(cell)
  if (resolution - own <= 3) return yield* cellAtResolution(cell, resolution)
  for (const child of cellAtResolution(cell, own + 3)) yield* at(child, resolution)
}

function parentsNote([first]: Iterable<Cell>): string | null {
  if (first === undefined) return null
  return `These cells are the parents of the listed cells of resolution ${cellResolution(first)}, so some reach beyond the place.`
}

function childrenNote(listed: number): string {
  return `The service lists the place only at resolution ${listed}. These cells are the children of the listed cells, so some lie beyond the place.`
}

function pageOf(answer: Answer): HexPage | 'misread' | null {
  if (answer.kind === 'ok') return answer.value
  if (answer.kind !== 'refused' || answer.refusal.parameter === 'geo_id') return null
  return MISREAD.has(answer.refusal.code) ? 'misread' : null
}

const MISREAD = new Set(['invalid_parameter', 'missing_parameter', 'malformed_request', 'invalid_cursor'])

/** True when the first page shows that the resolution was not understood. */
function isMisread({ answer }: ZoneCellsRead, resolution: Resolution): boolean {
  const page = pageOf(answer)
  if (page === null || page === 'misread') return page === 'misread'
  return page.resolutions.some((found) => found !== resolution)
}

/** A list that cannot be used. */
function mixed(read: ZoneCellsRead): ZoneCellsRead {
  const message = "the service listed a place's cells at more than one resolution"
  const failure: Failure = { code: 'invalid_answer', message }
  return { ...read, end: 'failed', answer: { kind: 'failed', failure } }
}
