import { RESOLUTIONS, type Resolution } from '../../domain/cell.ts'
import type { Lens } from '../../domain/lens.ts'
import { CELLS_PER_TILE } from '../../domain/tile.ts'
import {
  borrowLimit,
  isProven,
  type LearnedLimit,
  learnedLimit,
  NOTHING_LEARNED,
  nextSize,
  noteAccepted,
  noteRefused,
} from '../core/learned-limit.ts'
import { cellsWithin } from '../core/stats-target.ts'
import type { Ledger } from './ledger.ts'

// What every server and what stands before it takes (RFC 9110, section 4.1, recommends at least 8,000 octets).
const FIRST_URL_BYTES = 8_000
const SURELY_TAKEN_BYTES = 2_000

/** How large a metered call may be, in cells and in bytes of its request line's target. */
export interface CallSize {
  readonly cells: number
  readonly bytes: number
}

/** The cell budget of each resolution and the longest URL, as learned from the service and kept in the ledger. */
export interface CallLimits {
  /** The most cells to ask for in the next call. */
  capacity(resolution: Resolution, lens: Lens): Promise<number>
  /** True for a call no larger than one that was taken before. */
  isProven(resolution: Resolution, size: CallSize): Promise<boolean>
  /** True for a request line's target no longer than one that was taken before, or than all servers take. */
  isProvenLength(bytes: number): Promise<boolean>
  accepted(resolution: Resolution, size: CallSize): Promise<void>
  /** The service said `too_many_hexes`. */
  tooManyCells(resolution: Resolution, cells: number): Promise<void>
  urlTooLong(bytes: number): Promise<void>
}

/** The limits learned so far, kept in the ledger. */
export function createCallLimits(ledger: Ledger, basePath: string): CallLimits {
  const read = async (name: string): Promise<LearnedLimit> => {
    const lesson = learnedLimit.safeParse(await ledger.learned(name))
    return lesson.success ? lesson.data : NOTHING_LEARNED
  }
  const change = async (name: string, note: (limit: LearnedLimit) => LearnedLimit): Promise<void> => {
    const before = await read(name)
    const after = note(before)
    if (after !== before) await ledger.learn(name, after)
  }
  const budget = async (resolution: Resolution): Promise<LearnedLimit> => {
    let limit = await read(cellsName(resolution))
    for (const other of RESOLUTIONS) {
      if (other !== resolution) limit = borrowLimit(limit, await read(cellsName(other)))
    }
    return limit
  }
  return {
    capacity: async (resolution, lens) => {
      const cells = nextSize(await budget(resolution), CELLS_PER_TILE)
      const bytes = nextSize(await read(URL_NAME), FIRST_URL_BYTES)
      return Math.min(cells, cellsWithin(bytes, basePath, lens))
    },
    isProven: async (resolution, { cells, bytes }) =>
      isProven(await read(cellsName(resolution)), cells) && isProven(await read(URL_NAME), bytes),
    isProvenLength: async (bytes) => bytes <= SURELY_TAKEN_BYTES || isProven(await read(URL_NAME), bytes),
    accepted: async (resolution, { cells, bytes }) => {
      await change(cellsName(resolution), (limit) => noteAccepted(limit, cells))
      await change(URL_NAME, (limit) => noteAccepted(limit, bytes))
    },
    tooManyCells: (resolution, cells) => change(cellsName(resolution), (limit) => noteRefused(limit, cells)),
    urlTooLong: (bytes) => change(URL_NAME, (limit) => noteRefused(limit, bytes)),
  }
}

const URL_NAME = 'url-bytes'

function cellsName(resolution: Resolution): string {
  return `cells-${resolution}`
}
