import type { Cell } from '../domain/cell.ts'
import type { readHexes } from './assumptions.ts'

/** One page of a zone's cells, as `readHexes` returns it. */
export type HexPage = ReturnType<typeof readHexes>

/** What is known about a zone's cells after some pages. */
export interface HexesRead {
  /** The cells of all pages so far; the same set each time, growing. */
  readonly cells: ReadonlySet<Cell>
  /** The first note on the pages so far; null when none had one. */
  readonly rollupNote: string | null
  /** `repeated`: the service repeats itself, so cells may be missing. `failed`: the last response had no page. */
  readonly end: 'not yet' | 'complete' | 'repeated' | 'failed'
}

/**
 * Reads a zone's cells page by page and yields what is known after each response. `ask` gets null for the first page;
 * `pageOf` returns null for a response without a page. Ends whatever the service sends: no cursor is followed twice, and
 * none after a page without a new cell.
 */
export async function* followHexPages<Answer>(
  ask: (cursor: string | null) => Promise<Answer>,
  pageOf: (answer: Answer) => HexPage | null,
): AsyncGenerator<HexesRead & { readonly answer: Answer }, void, void> {
  const cells = new Set<Cell>()
  const followed = new Set<string>()
  let rollupNote: string | null = null
  let cursor: string | null = null
  let end: HexesRead['end'] = 'not yet'
  while (end === 'not yet') {
    const answer: Answer = await ask(cursor)
    const page = pageOf(answer)
    const before = cells.size
    for (const cell of page?.cells ?? []) cells.add(cell)
    rollupNote ??= page?.rollupNote ?? null
    cursor = page?.nextCursor ?? null
    if (page === null) end = 'failed'
    else if (cursor === null) end = 'complete'
    else if (cells.size === before || followed.has(cursor)) end = 'repeated'
    else followed.add(cursor)
    yield { answer, cells, rollupNote, end }
  }
}
