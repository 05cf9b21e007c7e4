import type { Edition } from '../../contract/proxy-api.ts'
import { PUBLISHED_METRICS } from '../../domain/figure.ts'
import { certainAmount } from '../figures/amounts.ts'
import type { Units } from '../figures/figure-words.ts'
import type { TableRow } from './table-rows.ts'

const COLUMNS = [
  'h3',
  'place',
  'state',
  ...PUBLISHED_METRICS,
  'currency',
  'size_unit',
  'window_start',
  'window_end',
  'resolution',
  'lens',
]

type Window = Pick<Edition, 'window_start' | 'window_end' | 'resolution' | 'lens'>

/** Returns the rows as CSV (RFC 4180), each with its state, period and units; a cell without a figure has empty fields. */
export function tableCsv(rows: readonly TableRow[], edition: Window, units: Units): string {
  const { window_start, window_end, resolution, lens } = edition
  const same = [units.currency, units.size_unit, window_start, window_end, resolution, lens]
  const lines = rows.map(({ id, state, figure }) => {
    const values = PUBLISHED_METRICS.map((metric) => {
      const value = figure?.[metric] ?? null
      return value === null || metric === 'median_area' || metric === 'listings' ? value : certainAmount(value, units)
    })
    return [id, figure?.name ?? null, state, ...values, ...same]
  })
  return [COLUMNS, ...lines].map((line) => `${line.map(field).join(',')}\r\n`).join('')
}

function field(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  // A spreadsheet would run text that begins like a formula.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
