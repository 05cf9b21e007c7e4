import type { Day } from '../../domain/period.ts'
import { readDialect } from '../csv/csv-dialect.ts'

/** The value of one unit of a currency on one day. */
export interface Quote {
  readonly day: Day
  /** US dollars for one unit. */
  readonly usd: number
  /** How many days from its own it can be used. */
  readonly reachDays: number
}

/** The reach of a loaded rate: a month, and the days until the next one is loaded. */
export const LOADED_REACH_DAYS = 35

/** A currency's quotes, oldest first. */
export interface QuotedCurrency {
  readonly quotes: readonly Quote[]
  /** Its last day, when other currencies have later quotes; null for a currency that is still quoted. */
  readonly ended: Day | null
}

/** Exchange rates by currency (ISO 4217), including USD and EUR. */
export type RateTable = ReadonlyMap<string, QuotedCurrency>

/** One number of a file of rates. */
export interface RateEntry {
  readonly line: number
  readonly day: Day
  readonly currency: string
  /** Units of the currency that one euro buys. */
  readonly perEuro: number
}

/** A currency without quotes for this long before a table's last day has ended. */
export const ENDED_AFTER_DAYS = 100

const FORMS =
  'should be Date,USD,JPY,… as in eurofxref-hist.csv of the European Central Bank, or date,currency,rate; a rate is the number of units that one euro buys'

const MONTHS = 'january february march april may june july august september october november december'.split(' ')

/**
 * Reads rates from the European Central Bank's wide form or from rows of date, currency and rate. Ignores lines that
 * start with "#", and empty cells and N/A in the wide form. Throws on anything else, with line and value.
 */
export function readRateEntries(text: string): RateEntry[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((content, i) => ({ line: i + 1, content }))
    .filter(({ content }) => content.trim() !== '' && !content.startsWith('#'))
  const [head, ...rows] = lines
  if (!head) throw new Error('expected rates, found an empty file')
  const { header, delimiter } = dialectOf(head)
  const names = header.map((name) => name.toLowerCase())
  const cellsOf = (content: string) => content.split(delimiter).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
  const isLong = ['date', 'currency', 'rate'].every((name) => names.includes(name))
  const read = isLong ? longRow(names) : wideRow(header, head.line)
  return rows.flatMap(({ line, content }) => read(cellsOf(content), line))
}

function dialectOf({ line, content }: { line: number; content: string }) {
  try {
    return readDialect(content)
  } catch (cause) {
    throw new Error(`line ${line}: "${content.slice(0, 60)}" ${FORMS}`, { cause })
  }
}

type ReadRow = (cells: readonly string[], line: number) => RateEntry[]

function wideRow(header: readonly string[], headLine: number): ReadRow {
  const codes = header.slice(1)
  // Lines of the Bank's files end with a comma.
  if (codes.at(-1) === '') codes.pop()
  const odd = header[0]?.toLowerCase() !== 'date' ? header[0] : codes.find((code) => !isCode(code))
  if (odd !== undefined) throw new Error(`line ${headLine}: "${odd}" ${FORMS}`)
  return (cells, line) => {
    const day = dayOf(cells[0] ?? '', line)
    return codes.flatMap((currency, i) => {
      const text = cells[i + 1] ?? ''
      return text === '' || text === 'N/A' ? [] : [{ line, day, currency, perEuro: rateOf(text, currency, line) }]
    })
  }
}

function longRow(names: readonly string[]): ReadRow {
  const [date, code, rate] = ['date', 'currency', 'rate'].map((name) => names.indexOf(name)) as [number, number, number]
  return (cells, line) => {
    const currency = cells[code] ?? ''
    if (!isCode(currency)) throw new Error(`line ${line}: currency "${currency}" should be a code such as USD`)
    return [{ line, day: dayOf(cells[date] ?? '', line), currency, perEuro: rateOf(cells[rate] ?? '', currency, line) }]
  }
}

function isCode(text: string): boolean {
  return /^[A-Z]{3}$/.test(text)
}

/** Reads 2026-10-31 or, as in the Bank's file of a single day, 31 October 2026. */
function dayOf(text: string, line: number): Day {
  const [, date, month, year] = /^(\d{1,2}) (\p{L}+) (\d{4})$/u.exec(text) ?? []
  const number = MONTHS.indexOf(month?.toLowerCase() ?? '') + 1
  const day = number > 0 ? `${year}-${String(number).padStart(2, '0')}-${date?.padStart(2, '0')}` : text
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day) {
    throw new Error(`line ${line}: date "${text}" should be a day such as 2026-10-31`)
  }
  return day
}

function rateOf(text: string, currency: string, line: number): number {
  const rate = /^\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (!(rate > 0 && Number.isFinite(rate))) {
    throw new Error(`line ${line}: rate "${text}" of ${currency} should be a number above 0 such as 1.0887`)
  }
  if (currency === 'EUR' && rate !== 1) {
    throw new Error(`line ${line}: rate "${text}" of EUR should be 1; a rate is the number of units that one euro buys`)
  }
  return rate
}

/** Builds a table from entries; throws on a day without USD, and on two rates for one day. */
export function rateTableOf(entries: readonly RateEntry[], reachDays = LOADED_REACH_DAYS): RateTable {
  const days = new Map<Day, Map<string, RateEntry>>()
  for (const entry of entries) {
    const day = days.get(entry.day) ?? new Map<string, RateEntry>()
    days.set(entry.day, day)
    const other = day.get(entry.currency)
    if (other && other.perEuro !== entry.perEuro) {
      const { line, currency, perEuro } = entry
      throw new Error(
        `line ${line}: ${currency} ${perEuro} on ${entry.day} contradicts line ${other.line}, ${other.perEuro}`,
      )
    }
    day.set(entry.currency, entry)
  }
  const quotes = new Map<string, Quote[]>()
  for (const day of [...days.keys()].sort()) {
    for (const [currency, usd] of dollarsOf(days.get(day) ?? new Map(), day)) {
      const held = quotes.get(currency)
      if (held) held.push({ day, usd, reachDays })
      else quotes.set(currency, [{ day, usd, reachDays }])
    }
  }
  return withEnds(quotes)
}

function* dollarsOf(entries: ReadonlyMap<string, RateEntry>, day: Day): Generator<[currency: string, usd: number]> {
  const usd = entries.get('USD')
  if (!usd) {
    const line = entries.values().next().value?.line
    throw new Error(
      `line ${line}: expected a rate for USD on ${day}, found none; all currencies are converted through USD`,
    )
  }
  yield ['EUR', usd.perEuro]
  for (const [currency, { perEuro }] of entries) if (currency !== 'EUR') yield [currency, usd.perEuro / perEuro]
}

function withEnds(quotes: ReadonlyMap<string, readonly Quote[]>): RateTable {
  const lastDay = quotes.get('USD')?.at(-1)?.day
  if (lastDay === undefined) throw new Error('expected rates, found none')
  const limit = daysBefore(lastDay, ENDED_AFTER_DAYS)
  return new Map(
    [...quotes].map(([currency, own]) => {
      const last = own.at(-1)?.day ?? lastDay
      return [currency, { quotes: own, ended: last < limit ? last : null }]
    }),
  )
}

/** The day that is `days` before another. */
export function daysBefore(day: Day, days: number): Day {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)
}
