import { VARCHAR } from '@duckdb/node-api'
import { refuseManyColumns } from '../../../csv/most-columns.ts'
import type { DuckSession } from '../../../storage/duck-session.ts'
import type { FoundRow, Scalar } from './found-row.ts'
import { refuseTooManyMalformed } from './malformed-limit.ts'
import { assertRows, type MalformedRecord, type RawFile, rawSelect } from './raw-file.ts'
import { Spellings } from './spellings.ts'

const REPEATED = '\0'

/** The key of the cells of a later column with the same name; the first one's key is its name. */
export function keyOfColumn(name: string, before: number): string {
  return before === 0 ? name : `${name}${REPEATED}${before}`
}

/**
 * Fills table `raw` from rows with named cells, which are read twice: first for the columns, in the order in which they
 * occur, then for the cells.
 */
export async function fillRows(
  session: DuckSession,
  rowsOf: () => AsyncIterable<FoundRow>,
  rest: Pick<RawFile, 'digest' | 'part' | 'sheet' | 'countsFrom1904' | 'uncalculated' | 'hidden' | 'leftOut'>,
): Promise<RawFile> {
  const isNumeric = new Map<string, boolean>()
  const spellings = new Spellings()
  let rows = 0
  let outlined = 0
  for await (const row of rowsOf()) {
    rows++
    if ('fault' in row) continue
    if (row.isOutlined) outlined++
    spellings.add(row.cells)
    for (const [name, cell] of row.cells) {
      if (cell !== null) isNumeric.set(name, typeof cell === 'number' && isNumeric.get(name) !== false)
      else if (!isNumeric.has(name)) isNumeric.set(name, true)
    }
    refuseManyColumns(isNumeric.size, `by row ${row.line}`)
  }
  const others = spellings.others()
  for (const [key, first] of others) {
    isNumeric.set(first, isNumeric.get(first) === true && isNumeric.get(key) === true)
    isNumeric.delete(key)
  }
  const keys = [...isNumeric.keys()]
  const header = keys.map((key) => key.split(REPEATED, 1)[0] ?? key)
  if (header.length === 0) throw new Error('expected rows with columns, found none')
  const lines: number[] = []
  const malformed: MalformedRecord[] = []
  const names = header.map((_, i) => `c${i}`)
  await session.run(`CREATE TABLE found (${names.map((name) => `${name} VARCHAR`).join(', ')})`)
  const found = await session.append(
    'found',
    header.map(() => VARCHAR),
  )
  for await (const row of rowsOf()) {
    if ('fault' in row) {
      malformed.push({ record: row.line, reason: `malformed line: ${row.fault}`, text: row.text })
      refuseTooManyMalformed(malformed.length)
      continue
    }
    lines.push(row.line)
    const cells =
      others.size === 0 ? row.cells : new Map([...row.cells].map(([key, cell]) => [others.get(key) ?? key, cell]))
    found.add(keys.map((key) => textOf(cells.get(key) ?? null, isNumeric.get(key) === true)))
  }
  found.close()
  await session.run(`CREATE TABLE raw AS ${rawSelect(header.length, 'FROM found')}; DROP TABLE found`)
  await assertRows(session, rows, malformed.length)
  return {
    ...rest,
    header,
    numeric: new Set(keys.flatMap((key, i) => (isNumeric.get(key) ? [i] : []))),
    text: null,
    rows,
    outlined,
    malformed,
    lineOf: (n) => lines[n - 1] ?? n,
    lineOfMalformed: ({ record }) => record,
  }
}

/** A number with three decimals; among texts, its point could group thousands. */
const EITHER = /^-?[1-9]\d{0,2}\.\d{3}$/

function textOf(cell: Scalar, isOfNumbers: boolean): string | null {
  if (cell === null) return null
  const text = String(cell)
  return typeof cell === 'number' && !isOfNumbers && EITHER.test(text) ? `${text}0` : text
}
