import type { Cell } from '../../../domain/cell.ts'
import { HEXES_PARAMETERS } from '../assumptions.ts'
import type { HexPage } from './received-hexes.ts'

/** What is known about a zone's cells after some pages. */
export interface HexesRead {
  /** The cells of all pages so far; the same set each time, growing. */
  readonly cells: ReadonlySet<Cell>
  /** The first note on the pages so far; null when none had one. */
  readonly rollupNote: string | null
  /**
   * `incomplete`: the service repeats itself, promises more than it lists, or lists what cannot be read, so cells may be
   * missing. `failed`: the last response had no page.
   */
  readonly end: 'not yet' | 'complete' | 'incomplete' | 'failed'
}

/** The names under which a service may take one parameter, likeliest first. The one that worked last is tried first. */
export class ParameterNames {
  #names: string[]
  readonly #declared: (() => Promise<readonly string[]>) | null

  /** `declared` finds further names; it is called when a name does not work, since a service may rename a parameter. */
  constructor(names: readonly string[], declared: (() => Promise<readonly string[]>) | null = null) {
    this.#names = [...names]
    this.#declared = declared
  }

  first(): string {
    return this.#names[0] ?? ''
  }

  /** Returns the name to try after another; null when there are no more. */
  async after(name: string): Promise<string | null> {
    const declared = (await this.#declared?.()) ?? []
    const others = this.#names.filter((other) => other !== this.first() && !declared.includes(other))
    this.#names = [...new Set([this.first(), ...declared, ...others])]
    return this.#names[this.#names.indexOf(name) + 1] ?? null
  }

  worked(name: string): void {
    if (name !== this.first()) this.#names = [name, ...this.#names.filter((other) => other !== name)]
  }
}

const CURSOR_NAMES = [HEXES_PARAMETERS.cursor, 'page_token', 'next_cursor', 'after', 'pageToken', 'token', 'next']

/** Creates the names for the cursor of a list of cells (interface section 4.6: not shown). */
export function cursorNames(declared: (() => Promise<readonly string[]>) | null = null): ParameterNames {
  return new ParameterNames(CURSOR_NAMES, declared)
}

/** The parameters of a request for a page; none for the first. */
export type PageQuery = Readonly<Record<string, string>>

/** Cells that are added without a pause, which takes a millisecond. */
const ADDED_AT_ONCE = 5_000

/**
 * Reads a zone's cells page by page and yields what is known after each page. `pageOf` returns `misread` for a response
 * that refuses a parameter, and null for any other without a page. A cursor that brings nothing new is tried under
 * other names, until one has worked. Always ends, because no page is requested twice. A service may send all cells of a
 * country in one page, so `pause` is awaited between some thousands of them.
 */
export async function* followHexPages<Answer>(
  ask: (page: PageQuery) => Promise<Answer>,
  pageOf: (answer: Answer) => HexPage | 'misread' | null,
  names: ParameterNames = cursorNames(),
  pause: () => Promise<void> = async () => {},
): AsyncGenerator<HexesRead & { readonly answer: Answer }, void, void> {
  const cells = new Set<Cell>()
  const followed = new Set<string>()
  let rollupNote: string | null = null
  let isWhole = true
  let total = 0
  let isNameProven = false
  let tried: { name: string; cursor: string } | null = null
  let query: PageQuery | null = {}
  while (query !== null) {
    const answer: Answer = await ask(query)
    const page: HexPage | 'misread' | null = pageOf(answer)
    const before = cells.size
    const readable = page === null || page === 'misread' ? null : page
    for (const [index, cell] of (readable?.cells ?? []).entries()) {
      if (index > 0 && index % ADDED_AT_ONCE === 0) await pause()
      cells.add(cell)
    }
    const isNew = cells.size > before
    const hasNext = readable !== null && (readable.nextCursor !== null || readable.nextQuery !== null)
    const isMisread = page === 'misread' || (!isNew && hasNext)
    if (tried !== null && !isNameProven && isMisread) {
      // The name was refused, or ignored so that the first page came again.
      const name: string | null = await names.after(tried.name)
      tried = name === null ? null : { name, cursor: tried.cursor }
      query = tried === null ? null : { [tried.name]: tried.cursor }
      if (query === null) yield { answer, cells, rollupNote, end: 'incomplete' }
      continue
    }
    if (readable === null) return yield { answer, cells, rollupNote, end: 'failed' }
    if (tried !== null) names.worked(tried.name)
    isNameProven ||= tried !== null
    isWhole &&= readable.unreadable === 0
    rollupNote ??= readable.rollupNote
    total = Math.max(total, readable.total ?? 0)
    const { nextCursor, nextQuery, hasMore } = readable
    tried = nextCursor === null ? null : { name: names.first(), cursor: nextCursor }
    query = tried === null ? nextQuery : { [tried.name]: tried.cursor }
    const key = nextCursor ?? JSON.stringify(nextQuery)
    if (query === null) {
      const isEnd = isWhole && !hasMore && total <= cells.size
      return yield { answer, cells, rollupNote, end: isEnd ? 'complete' : 'incomplete' }
    }
    const isRepeated = followed.has(key) || (!isNew && followed.size > 0)
    followed.add(key)
    yield { answer, cells, rollupNote, end: isRepeated ? 'incomplete' : 'not yet' }
    if (isRepeated) return
  }
}
