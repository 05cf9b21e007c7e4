/**
 * Section 2.9, "item and envelope field names: not shown". The reader takes the list of cells under any name, at the
 * top or one level down, and a next page under any likely name. If it missed one, part of a place would pass for the
 * whole, so any sign that cells are missing makes the page incomplete.
 */
import { z } from 'zod'
import { type Cell, cellResolution, parseCell } from '../../../domain/cell.ts'
import { isFields } from '../values/fields.ts'
import { cellOfNumber, flagOf, numberOf } from '../values/received-values.ts'
import { isBeforeLastPage, saysPart } from '../values/stated-cut.ts'

/** One page of a zone's cells. */
export interface HexPage {
  readonly cells: readonly Cell[]
  /** Those of the cells, each once. */
  readonly resolutions: readonly number[]
  /** Entries of the list in which no cell was found. */
  readonly unreadable: number
  readonly nextCursor: string | null
  /** The parameters of the next page, where the service sends its address instead of a cursor. */
  readonly nextQuery: Readonly<Record<string, string>> | null
  /** True when the service says that there is more. */
  readonly hasMore: boolean
  /** All cells of the zone, where the service counts them. */
  readonly total: number | null
  /** The service's note on cells that reach beyond the zone, or ours where it has none; null when none do. */
  readonly rollupNote: string | null
}

const CELL_FIELDS = ['h3', 'cell', 'hex', 'id', 'h3_index', 'h3Index', 'h3_cell', 'cell_id', 'index']
const NEXT_CURSOR = /^next(_?(page_?)?(cursor|token|url|link|page))?$|^(cursor|page)_?next$/i
/** The end of the current page, which the next one begins after; the last page has one, too. */
const END_CURSOR = /^(end_?cursor|after(_?cursor)?|cursor_?after)$/i
const CURSOR = /^(cursor|continuation(_?token)?)$/i
const HAS_MORE = /^(has_?(more|next)(_?page)?|more|truncated)$/i
const TOTAL = /^total(_?(count|cells|hexes|results|items|elements|rows))?$/i
/** These can also count the cells of the page. */
const COUNT = /^((cell|hex|row|result|item|element)s?_?)?count$|^num(ber)?_?(of_?)?(cells|hexes|results|items)$/i
/** Where a cursor may stand in an object that is the next page. */
const IN_NEXT = ['cursor', 'token', 'after', 'href', 'url', 'page']

/** Reads a page of a zone's cells in any likely shape; throws a ZodError when it finds no list. */
export function readHexes(body: unknown): HexPage {
  const list = findList(body)
  if (list === null) {
    const message = 'expected a list of cells, found none'
    throw new z.ZodError([{ code: 'custom', path: ['results'], message, input: body }])
  }
  const cells = list.map(cellOf).filter((cell) => cell !== null)
  const fields = entriesIn(body, DEEPEST)
  return {
    cells,
    resolutions: [...new Set(cells.map(cellResolution))],
    unreadable: list.length - cells.length,
    ...nextOf(fields),
    hasMore: saysPart(body) || isBeforeLastPage(body) || saysMore(fields) === true,
    total: totalOf(fields, list.length),
    rollupNote: rollupNoteOf(fields),
  }
}

function findList(body: unknown): readonly unknown[] | null {
  if (Array.isArray(body)) return body
  if (!isFields(body)) return null
  const inner = Object.values(body).filter(isFields).flatMap(Object.values)
  const lists = [...Object.values(body), ...inner].filter((value) => Array.isArray(value))
  return lists.find((list) => list.some((entry) => cellOf(entry) !== null)) ?? lists[0] ?? null
}

function cellOf(entry: unknown): Cell | null {
  if (typeof entry === 'string') return parseCell(entry)
  if (typeof entry === 'number') return cellOfNumber(entry)
  if (!isFields(entry)) return null
  for (const name of CELL_FIELDS) {
    const cell = isFields(entry[name]) ? null : cellOf(entry[name])
    if (cell !== null) return cell
  }
  return null
}

type Entries = readonly (readonly [name: string, value: unknown])[]

/** How deep a cursor may lie: `{meta: {pagination: {next_cursor: "b"}}}`. */
const DEEPEST = 3
/** More fields are none that describe a page. */
const MOST_FIELDS = 1_000

/** The fields of an object and of those within it, outer ones first; lists are not looked into. */
function entriesIn(body: unknown, depth: number): Entries {
  if (!isFields(body) || depth === 0) return []
  const own = Object.entries(body).slice(0, MOST_FIELDS)
  return [...own, ...own.flatMap(([, value]) => entriesIn(value, depth - 1))].slice(0, MOST_FIELDS)
}

/** Whether the page says that there is another one; null where it does not say. */
function saysMore(fields: Entries): boolean | null {
  const said = fields.flatMap(([name, value]) => (HAS_MORE.test(name) ? (flagOf(value) ?? []) : []))
  return said.length === 0 ? null : said.includes(true)
}

function totalOf(fields: Entries, listed: number): number | null {
  const totals = fields.flatMap(([name, value]) => (TOTAL.test(name) ? (numberOf(value) ?? []) : []))
  const counts = fields.flatMap(([name, value]) => (COUNT.test(name) ? (numberOf(value) ?? []) : []))
  const all = [...totals, ...counts.filter((count) => count > listed)]
  return all.length === 0 ? null : Math.max(...all)
}

function nextOf(fields: Entries): Pick<HexPage, 'nextCursor' | 'nextQuery'> {
  // Plain `cursor` comes last: beside a `next…` field it is the cursor of the current page.
  const others = saysMore(fields) === false ? [] : [END_CURSOR, CURSOR]
  const named = [NEXT_CURSOR, ...others].map((names) => fields.find(([name]) => names.test(name))).find(Boolean)
  const next = cursorIn(named?.[1])
  const query = next === null ? null : queryOf(next)
  return query === null ? { nextCursor: next, nextQuery: null } : { nextCursor: null, nextQuery: query }
}

function cursorIn(value: unknown): string | null {
  if (isFields(value)) return IN_NEXT.map((name) => cursorIn(value[name])).find((found) => found !== null) ?? null
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : null
}

/** Returns the parameters of an address such as `/public/v1/geo/z1/hexes?cursor=b`; null when the text is not one. */
function queryOf(text: string): Record<string, string> | null {
  if (!/^(https?:\/\/|\/|\?).+=/s.test(text)) return null
  const query = Object.fromEntries(new URL(text, 'http://service').searchParams)
  return Object.keys(query).length === 0 ? null : query
}

function rollupNoteOf(fields: Entries): string | null {
  const given = (wanted: string) => fields.find(([name, value]) => name === wanted && value != null)?.[1]
  const note = given('rollup_note')
  if (typeof note === 'string' && note !== '') return note
  const from = given('rolled_up_from')
  if (from === undefined || from === false || from === '') return null
  const finer = /^\d+$/.test(String(from)) ? `cells of resolution ${String(from)}` : 'finer cells'
  return `These cells are the parents of ${finer}, so some reach beyond the place.`
}
