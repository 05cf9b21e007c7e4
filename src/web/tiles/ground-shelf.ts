import { group } from 'd3-array'
import { GROUND_TILES_MAX, groundAnswer, readGround } from '../../contract/cell-ground.ts'
import { type Cell, cellResolution } from '../../domain/cell.ts'
import type { Ground } from '../../domain/ground.ts'
import { tileCells } from '../../domain/tile.ts'
import { ANSWER_LIMIT_MS, JSON_REQUEST } from '../requests/early-answers.ts'
import { parseAnswer, RequestError, refusedBy, unreadable } from '../requests/http.ts'
import { jsonOf, reach } from './reach.ts'

/** Why the ground of a tile's cells is not known, and when the proxy may be asked again, in milliseconds since 1970. */
export interface GroundFailure {
  readonly message: string
  readonly retryAt: number
}

type Known =
  | { readonly kind: 'asked' }
  | { readonly kind: 'known'; readonly grounds: ReadonlyMap<Cell, Ground> }
  | { readonly kind: 'failed'; readonly failure: GroundFailure }

const RETRY_MS = 15_000

interface GroundShelfOptions {
  readonly baseUrl: string
  readonly send: typeof fetch
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The most tiles to keep. */
  readonly capacity: number
  readonly onChange: () => void
}

/** What the cells of tiles lie on, which depends on neither period nor lens. Asks once for all tiles wanted in one turn. */
export class GroundShelf {
  readonly #options: GroundShelfOptions
  readonly #tiles = new Map<Cell, Known>()
  #wanted: Cell[] = []
  /** The coverage that answers are of; null while no name of it is known. */
  #coverage: string | null = null
  #version = 0

  constructor(options: GroundShelfOptions) {
    this.#options = options
  }

  /** Grows with every change; equal versions mean equal content. */
  version(): number {
    return this.#version
  }

  /** Returns what a cell of a tile lies on; `unknown` until the proxy has said so. */
  groundOf(parent: Cell, cell: Cell): Ground {
    const known = this.#tiles.get(parent)
    return known?.kind === 'known' ? (known.grounds.get(cell) ?? 'unknown') : 'unknown'
  }

  /** True while the proxy is being asked about the tile. */
  isAsked(parent: Cell): boolean {
    return this.#tiles.get(parent)?.kind === 'asked'
  }

  /** Returns why the last attempt to ask about a tile failed; null when it did not. */
  failureOf(parent: Cell): GroundFailure | null {
    const known = this.#tiles.get(parent)
    return known?.kind === 'failed' ? known.failure : null
  }

  /** Forgets failures, so that the proxy may be asked again at once. */
  forgetFailures(): void {
    this.#version++
    for (const [parent, { kind }] of this.#tiles) if (kind === 'failed') this.#tiles.delete(parent)
  }

  /** Forgets everything, since it is of another coverage, whose markets may lie elsewhere. */
  followCoverage(name: string): void {
    this.#coverage = name
    this.#tiles.clear()
    this.#version++
  }

  /** Asks the proxy about a tile, unless that is done or under way. */
  want(parent: Cell): void {
    const known = this.#tiles.get(parent)
    if (known && (known.kind !== 'failed' || known.failure.retryAt > this.#options.now())) return
    this.#put(parent, { kind: 'asked' })
    this.#wanted.push(parent)
    if (this.#wanted.length === 1) queueMicrotask(() => this.#askForWanted())
  }

  #askForWanted(): void {
    const byResolution = group(this.#wanted, cellResolution)
    this.#wanted = []
    for (const parents of byResolution.values()) {
      for (let i = 0; i < parents.length; i += GROUND_TILES_MAX) void this.#ask(parents.slice(i, i + GROUND_TILES_MAX))
    }
  }

  async #ask(parents: readonly Cell[]): Promise<void> {
    const { send, baseUrl, now, onChange } = this.#options
    const coverage = this.#coverage
    const put = (parent: Cell, known: Known) => coverage === this.#coverage && this.#put(parent, known)
    try {
      const of = coverage === null ? '' : `&coverage=${encodeURIComponent(coverage)}`
      const path = `${baseUrl}/api/ground?parents=${parents.toSorted().join(',')}${of}`
      const response = await reach(send, path, { ...JSON_REQUEST, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })
      const body = await jsonOf(response)
      if (!response.ok) throw refusedBy(response, body)
      const { tiles } = parseAnswer(path, groundAnswer, body)
      for (const parent of parents) put(parent, readTile(parent, tiles[parent] ?? '', now()))
    } catch (cause) {
      // Without an answer the cells have the more cautious state.
      const { message } = cause instanceof RequestError ? cause : unreadable()
      for (const parent of parents) put(parent, failed(message, now()))
    }
    onChange()
  }

  #put(parent: Cell, known: Known): void {
    this.#version++
    this.#tiles.delete(parent)
    this.#tiles.set(parent, known)
    const [oldest] = this.#tiles.keys()
    if (this.#tiles.size > this.#options.capacity && oldest !== undefined) this.#tiles.delete(oldest)
  }
}

function readTile(parent: Cell, letters: string, now: number): Known {
  const cells = tileCells(parent)
  const read = readGround(letters, cells.length)
  if (read.kind === 'invalid') return failed(unreadable().message, now)
  return { kind: 'known', grounds: new Map(cells.map((cell, i) => [cell, read.value[i] ?? 'unknown'])) }
}

function failed(message: string, now: number): Known {
  return { kind: 'failed', failure: { message, retryAt: now + RETRY_MS } }
}
