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
  const gathered = new GatheredCells()
  const followed = new Set<string>()
  let isNameProven = false
  let tried: TriedName | null = null
  let query: PageQuery | null = {}
  while (query !== null) {
    const answer: Answer = await ask(query)
    const page: HexPage | 'misread' | null = pageOf(answer)
    const isNew = isPage(page) && (await gathered.add(page, pause))
    // The name was refused, or ignored so that the first page came again.
    const isMisread = page === 'misread' || (isPage(page) && hasNext(page) && !isNew)
    if (tried !== null && !isNameProven && isMisread) {
      tried = await withNextName(tried, names)
      if (tried === null) return yield { answer, ...gathered.read('incomplete') }
      query = queryOf(tried)
      continue
    }
    if (!isPage(page)) return yield { answer, ...gathered.read('failed') }
    if (tried !== null) {
      names.worked(tried.name)
      isNameProven = true
    }
    const { nextCursor, nextQuery } = page
    tried = nextCursor === null ? null : { name: names.first(), cursor: nextCursor }
    query = tried === null ? nextQuery : queryOf(tried)
    if (query === null) return yield { answer, ...gathered.read(gathered.isAll(page) ? 'complete' : 'incomplete') }
    const key = nextCursor ?? JSON.stringify(nextQuery)
    const isRepeated = followed.has(key) || (!isNew && followed.size > 0)
    if (isRepeated) return yield { answer, ...gathered.read('incomplete') }
    followed.add(key)
    yield { answer, ...gathered.read('not yet') }
  }
}

/** A cursor, and the name of the parameter under which it was sent. */
interface TriedName {
  readonly name: string
  readonly cursor: string
}

function queryOf({ name, cursor }: TriedName): PageQuery {
  return { [name]: cursor }
}

/** Returns the cursor under the name to try next; null when there are no more. */
async function withNextName({ name, cursor }: TriedName, names: ParameterNames): Promise<TriedName | null> {
  const next = await names.after(name)
  return next === null ? null : { name: next, cursor }
}

function isPage(page: HexPage | 'misread' | null): page is HexPage {
  return page !== null && page !== 'misread'
}

function hasNext({ nextCursor, nextQuery }: HexPage): boolean {
  return nextCursor !== null || nextQuery !== null
}

/** Cells that are added without a pause, which takes a millisecond. */
const ADDED_AT_ONCE = 5_000

/** What the pages so far have brought. */
class GatheredCells {
  readonly #cells = new Set<Cell>()
  #rollupNote: string | null = null
  #isReadable = true
  /** The most cells that a page promised. */
  #total = 0

  /** Adds a page's cells, with a pause between some thousands of them; returns true if there were new ones. */
  async add(page: HexPage, pause: () => Promise<void>): Promise<boolean> {
    const before = this.#cells.size
    for (const [index, cell] of page.cells.entries()) {
      if (index > 0 && index % ADDED_AT_ONCE === 0) await pause()
      this.#cells.add(cell)
    }
    this.#isReadable &&= page.unreadable === 0
    this.#rollupNote ??= page.rollupNote
    this.#total = Math.max(this.#total, page.total ?? 0)
    return this.#cells.size > before
  }

  /** True if nothing is missing after `last`, a page that names no further one. */
  isAll(last: HexPage): boolean {
    return this.#isReadable && !last.hasMore && this.#total <= this.#cells.size
  }

  read(end: HexesRead['end']): HexesRead {
    return { cells: this.#cells, rollupNote: this.#rollupNote, end }
  }
}
