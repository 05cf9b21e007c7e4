/**
 * Whether an answer with figures states that it is not whole. The interface knows no such statement, but a service that
 * cuts long lists may say so in one of the usual ways.
 */

/** `part`: says so. `more`: has a further page, or counts more than its rows, which may also mean something else. */
export type StatedCut = 'part' | 'more' | null

const ENVELOPES = ['pagination', 'paging', 'page_info', 'pageInfo', 'meta', 'links', '_links', 'snapshot', 'territory']
const FLAGS = ['truncated', 'is_truncated', 'partial', 'is_partial', 'incomplete', 'has_more', 'hasMore', 'has_next']
const NEXT = ['next_cursor', 'nextCursor', 'cursor', 'next_page_token', 'next_page', 'next', 'continuation_token']
const TOTALS = ['total', 'total_count', 'total_rows', 'total_results', 'total_items', 'totalCount', 'total_elements']

/** Reads what the body of an answer with so many rows states. */
export function readStatedCut(body: unknown, rows: number): StatedCut {
  if (!isFields(body)) return null
  const parts = [body, ...ENVELOPES.map((name) => body[name]).filter(isFields)]
  const values = (names: readonly string[]) => parts.flatMap((part) => names.map((name) => part[name]))
  if (values(FLAGS).some((value) => value === true || value === 'true')) return 'part'
  const hasNext = values(NEXT).some((value) => value != null && value !== '' && value !== false)
  return hasNext || values(TOTALS).some((value) => typeof value === 'number' && value > rows) ? 'more' : null
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
