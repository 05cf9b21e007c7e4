import { optionFor, type Reading, type ValueReading } from '../../service/import/reading/reading.ts'
import { print, printList } from '../environment/terminal.ts'

const count = new Intl.NumberFormat('en')
/** Characters of a cell that are shown. */
const LONGEST_CELL = 24
const EVIDENCE: Readonly<Record<string, string>> = {
  point: 'fit only a decimal point',
  comma: 'fit only a decimal comma',
  dotted: 'such as 1.250 could be either',
  comma_dotted: 'such as 1,250 could be either',
  day_first: 'fit only the day first',
  month_first: 'fit only the month first',
  either: 'could be either',
}
const STYLES: Readonly<Record<string, string>> = {
  dmy: 'day first',
  mdy: 'month first',
  each: 'day or month first, row by row',
}

/** Prints how a file would be imported. */
export function printReading(reading: Reading): void {
  const { file, part, rows, usable, columns, unused, values, styles, countries, rejected } = reading
  print(
    `${file}${part === null ? '' : `, ${part}`}: ${count.format(rows)} rows, ${count.format(usable)} of them usable`,
  )
  print('')
  printAligned([
    ['meaning', 'column', 'filled', 'examples, as read'],
    ...columns.map(({ field, column, filled, read, examples }) => [
      field,
      shortened(column),
      read < 0.99 * filled ? `${shareOf(filled, rows)}, ${shareOf(read, rows)} read` : shareOf(filled, rows),
      examples.map(({ cell, read }) => becomes(cell, read)).join(', '),
    ]),
  ])
  if (unused.length > 0) printList('not used:', unused, ',')
  print('')
  for (const value of values) printValues(value)
  for (const { of, style, evidence } of styles)
    print(`  ${of}: ${STYLES[style] ?? style} (${describeEvidence(evidence)})`)
  const points = countries.map(({ name, rows: n }) => `${name} ${count.format(n)}`)
  printList('points in:', points.length > 0 ? points : ['no country'], ',')
  for (const { name, rows: n, example } of reading.repaired)
    print(`  repaired: ${count.format(n)}  ${name}${example === null ? '' : ` (${example})`}`)
  for (const note of reading.notes) printList('note:', note.split(' '), '')
  const total = rejected.reduce((sum, reason) => sum + reason.rows, 0)
  print(`  rejected: ${count.format(total)}`)
  for (const { name, rows: n, example } of rejected) {
    print(`${count.format(n).padStart(11)}  ${name}${example === null ? '' : ` (${example})`}`)
  }
  printDoubts(reading)
}

/** Prints what was probably read wrongly, and what can be chosen instead. */
function printDoubts({ warnings, doubts }: Reading): void {
  for (const warning of warnings) printList('WARNING:', warning.split(' '), '')
  for (const doubt of doubts) {
    const { question, choices } = doubt
    const options = choices.map(({ value }) => optionFor(doubt, value))
    const text = `${question} Taken: ${choices[0]?.label}. Choose with ${options.join(' or ')}`
    printList('DOUBT:', text.split(' '), '')
  }
}

function printValues({ field, values, others, otherRows }: ValueReading): void {
  const shown = values.map(({ cell, read, rows, isUnknown }) => {
    const from = cell === null ? 'not given' : `\`${shortened(cell)}\``
    const unknown = isUnknown ? ', not known' : ''
    return `${from} → ${read ?? 'nothing'}${unknown} ${count.format(rows)}`
  })
  const rest = others > 0 ? [`${others} others ${count.format(otherRows)}`] : []
  const all = [...shown, ...rest]
  printList(`${field}:`, all.length > 0 ? all : ['not known'], ';')
}

function describeEvidence(evidence: Readonly<Record<string, number | string | null>>): string {
  const counted = Object.entries(evidence).filter(([, value]) => typeof value === 'number' && value > 0)
  return counted.map(([name, value]) => `${count.format(Number(value))} ${EVIDENCE[name] ?? name}`).join(', ') || 'none'
}

function becomes(cell: string, read: string | null): string {
  if (cell === read) return shortened(cell)
  return `${shortened(cell)} → ${read === null ? 'nothing' : shortened(read)}`
}

function shareOf(filled: number, rows: number): string {
  if (rows === 0) return '–'
  const percent = (100 * filled) / rows
  // 99.96 % is not all.
  return `${filled === rows ? 100 : Math.min(99.9, Math.floor(percent * 10) / 10)} %`
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > LONGEST_CELL ? `${line.slice(0, LONGEST_CELL - 1)}…` : line
}

/** Prints columns; the last one, a list separated by commas, is wrapped. */
function printAligned(lines: readonly (readonly string[])[]): void {
  const widths = lines[0]?.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0))) ?? []
  for (const line of lines) {
    const start = line.slice(0, -1).map((cell, i) => cell.padEnd(widths[i] ?? 0))
    printList(start.join('  '), (line.at(-1) ?? '').split(', '), ',', '  ')
  }
}
