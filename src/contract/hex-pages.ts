import type { Cell } from '../domain/cell.ts'
import type { readHexes } from './assumptions.ts'

/** One page of a zone's cells, as `readHexes` reads it. */
export type HexPage = ReturnType<typeof readHexes>

/** What is known of a zone's cells after some pages. */
export interface HexesRead {
  /** The cells of all pages so far; the same set each time, growing. */
  readonly cells: ReadonlySet<Cell>
  /** The first note of the pages so far; null where none had one. */
  readonly rollupNote: string | null
  /** `repeated`: the service sends what it has sent before, so cells may be missing. `failed`: the answer had no page. */
  readonly end: 'not yet' | 'complete' | 'repeated' | 'failed'
}

/**
 * Reads a zone's cells page by page, following the cursors (null asks for the first page), and yields what is known after
 * each answer; `pageOf` returns null for an answer without a page. Ends for every service: no cursor is followed twice,
 * and none after a page without a new cell.
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
