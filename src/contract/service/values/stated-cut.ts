/**
 * Whether an answer states that it is not whole. The interface knows no such statement, but a service that
 * cuts long lists may say so in one of the usual ways.
 */
import { type Fields, isFields } from './fields.ts'
import { numberOf } from './received-values.ts'

/** `part`: says so. `more`: has a further page, or counts more than its rows, which may also mean something else. */
export type StatedCut = 'part' | 'more' | null

const PAGES = ['pagination', 'paging', 'page_info', 'pageInfo', 'meta', 'links', '_links']
const ENVELOPES = [...PAGES, 'snapshot', 'territory']
const FLAGS = ['truncated', 'is_truncated', 'partial', 'is_partial', 'incomplete', 'has_more', 'hasMore', 'has_next']
/** Where a part that failed is told of, beside what was found. */
const FAULTS = ['error', 'errors']
const NO_FAULT = /^(|0|-|no|none|null|nil|false|ok|okay|success)$/i
const SUCCESSES = ['success', 'ok', 'is_success', 'succeeded']
const FAILS = /^(error|errors|fail|failed|failure|partial|incomplete|timeout|timed_out|unavailable)$/i
const WARNINGS = ['warnings', 'warning', 'notices', 'notice']
const WARNS = /truncat|cut (off|short)|only the first|first \d[\d,]* (rows|cells|results)/i
const NEXT = ['next_cursor', 'nextCursor', 'cursor', 'next_page_token', 'next_page', 'next', 'continuation_token']
const TOTALS = ['total', 'total_count', 'total_rows', 'total_results', 'total_items', 'totalCount', 'total_elements']
const ROW_COUNTS = ['row_count', 'rowCount', 'n_rows', 'num_rows', 'number_of_rows']
/** Beside a list these can count listings; about its pages they count rows. */
const COUNTS_OF_PAGES = ['count', 'rows', 'results']
const PAGE = ['page', 'current_page', 'page_number']
const LAST_PAGE = ['pages', 'total_pages', 'page_count', 'totalPages', 'last_page', 'num_pages']

/** Reads what the body of an answer with so many rows states. */
export function readStatedCut(body: unknown, rows: number): StatedCut {
  if (!isFields(body)) return null
  const parts = partsOf(body, ENVELOPES)
  const pages = partsOf(body, PAGES).slice(1)
  if (valuesOf(parts, FLAGS).some(isSet)) return 'part'
  // Some services note faults of no consequence with every answer, but an empty list beside one says nothing.
  if (saysFailed(body)) return rows > 0 ? 'more' : 'part'
  if (valuesOf(parts, NEXT).some((value) => value != null && value !== '' && value !== false)) return 'more'
  const counts = [...valuesOf(parts, [...TOTALS, ...ROW_COUNTS]), ...valuesOf(pages, COUNTS_OF_PAGES)]
  const isMore = counts.some((value) => (numberOf(value) ?? 0) > rows)
  const isWarned = valuesOf(parts, WARNINGS).some(warns)
  return isMore || isWarned || parts.some(isBeforeLast) ? 'more' : null
}

/** Whether the body of a list states, by a flag, a fault or a warning, that it is not whole. */
export function saysPart(body: unknown): boolean {
  if (!isFields(body)) return false
  const parts = partsOf(body, ENVELOPES)
  const isPart = valuesOf(parts, FLAGS).some(isSet) || valuesOf(parts, WARNINGS).some(warns)
  return isPart || saysFailed(body)
}

/** Whether a body with status 200 tells of a fault: `{"status": "error"}`, `{"success": false}`, `{"errors": ["timeout"]}`. */
function saysFailed(body: Fields): boolean {
  const parts = partsOf(body, ['meta'])
  return (
    valuesOf(parts, SUCCESSES).some((value) => value === false || value === 'false') ||
    valuesOf(parts, ['status']).some(isFailure) ||
    valuesOf(parts, FAULTS).some(isFault)
  )
}

function isFailure(status: unknown): boolean {
  if (typeof status === 'number') return status >= 400 && status < 600
  return typeof status === 'string' && FAILS.test(status.trim())
}

function isFault(value: unknown): boolean {
  if (typeof value === 'string') return !NO_FAULT.test(value.trim())
  return value === true || (typeof value === 'object' && value !== null && Object.keys(value).length > 0)
}

/** Whether the body of a list states that it is a page before the last one. */
export function isBeforeLastPage(body: unknown): boolean {
  return isFields(body) && partsOf(body, ENVELOPES).some(isBeforeLast)
}

function isSet(value: unknown): boolean {
  return value === true || value === 'true'
}

function partsOf(body: Fields, names: readonly string[]): Fields[] {
  return [body, ...names.map((name) => body[name]).filter(isFields)]
}

function valuesOf(parts: readonly Fields[], names: readonly string[]): unknown[] {
  return parts.flatMap((part) => names.map((name) => part[name]))
}

/** Whether a warning, or one in a list of them, says that rows are missing. */
function warns(value: unknown): boolean {
  if (typeof value === 'string') return WARNS.test(value)
  if (Array.isArray(value)) return value.slice(0, 20).some(warns)
  return isFields(value) && Object.values(value).some((text) => typeof text === 'string' && WARNS.test(text))
}

function isBeforeLast(part: Fields): boolean {
  const [page] = valuesOf([part], PAGE).flatMap((value) => numberOf(value) ?? [])
  const [last] = valuesOf([part], LAST_PAGE).flatMap((value) => numberOf(value) ?? [])
  return last !== undefined && last > (page ?? 1)
}
