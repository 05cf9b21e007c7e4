import readXlsxFile from 'read-excel-file/node'
import { scanBytes } from '../../csv/file-bytes.ts'
import type { DuckSession } from '../../storage/duck-session.ts'
import { UnpackedTooFar, unpackedTooFar, unpackLimit } from '../../storage/unpack-limit.ts'
import { columnLetters } from './cell-addresses.ts'
import { listedParts } from './listed-parts.ts'
import type { IsUnit, WordsOfCells } from './number-formats.ts'
import { requireKind } from './raw/file-kind.ts'
import { fillRows, keyOfColumn } from './raw/fill-rows.ts'
import type { FoundRow, Scalar } from './raw/found-row.ts'
import type { RawFile, ReadOptions } from './raw/raw-file.ts'
import { type MergedCells, noWords, type SheetFacts, sheetFacts } from './sheet-facts.ts'

type Rows = readonly (readonly unknown[])[]

/** Rows in which the names of the columns are looked for. */
const HEADER_WITHIN = 50

/**
 * Fills table `raw` from the sheet of an .xlsx workbook that has the most rows; sheets with the columns of a listing come
 * before others, and visible ones of these before hidden ones.
 */
export async function readWorkbook(
  session: DuckSession,
  file: string,
  { isHeader, isListing, isUnit = () => false }: ReadOptions,
): Promise<RawFile> {
  requireKind(file, 'an Excel workbook')
  const { digest } = await scanBytes(file, null)
  const sheets = (await readSheets(file, isUnit)).map((sheet) => {
    const at = headerRow(sheet.data, isHeader)
    const isOfListing = isListing !== undefined && at >= 0 && isListing(namesOf(sheet.data[at]))
    return { ...sheet, at, rank: isOfListing ? (sheet.isHidden ? 1 : 2) : 0 }
  })
  const [chosen, ...others] = sheets.toSorted((a, b) => b.rank - a.rank || b.data.length - a.data.length)
  if (!chosen || chosen.at < 0) throw new Error('expected a sheet with a row of column names, found none')
  const part = sheets.length > 1 ? `sheet "${chosen.sheet}" of ${sheets.length}` : undefined
  const leftOut = others.flatMap(({ sheet, data, at, isHidden }) => {
    const rows = data.length - 1 - at
    const name = `${isHidden ? 'hidden ' : ''}sheet "${sheet}"`
    return rows > 0 && rows < data.length ? [`${name} with ${rows} ${rows === 1 ? 'row' : 'rows'}`] : []
  })
  const filled = withMerged(chosen.data, chosen.merged, chosen.at)
  refuseRepeatedTexts(file, filled)
  return fillRows(session, () => sheetRows({ ...chosen, data: filled }, namesOfColumns(filled, chosen.at)), {
    digest,
    part,
    sheet: chosen.sheet,
    countsFrom1904: chosen.countsFrom1904,
    uncalculated: chosen.uncalculated,
    hidden: chosen.hidden.filter((row) => row > chosen.at && chosen.data[row]?.some((cell) => cell !== null)).length,
    leftOut,
  })
}

type Sheet = SheetFacts & { readonly sheet: string; readonly data: Rows }

async function readSheets(file: string, isUnit: IsUnit): Promise<Sheet[]> {
  const sheets = await readCells(file)
  const facts = sheetFacts(file, isUnit)
  return sheets.map((sheet, i) => ({
    ...(facts.length === sheets.length && facts[i]
      ? facts[i]
      : { isHidden: false, countsFrom1904: false, merged: [], words: noWords, uncalculated: 0, hidden: [] }),
    ...sheet,
  }))
}

async function readCells(file: string): Promise<{ sheet: string; data: Rows }[]> {
  try {
    const sheets: readonly { sheet: string; data?: Rows }[] = await readXlsxFile(listedParts(file))
    // A sheet that is a chart has no cells.
    const read = sheets.map(({ sheet, data = [] }) => ({ sheet, data }))
    for (const { data } of read) refuseRepeatedTexts(file, data)
    return read
  } catch (cause) {
    if (cause instanceof UnpackedTooFar) throw cause
    // Its reader does not expect what is missing.
    const isDamaged = cause instanceof TypeError
    const reason = isDamaged ? 'a part of it is missing' : cause instanceof Error ? cause.message : String(cause)
    throw new Error(`the workbook cannot be read (${reason}); save the sheet as CSV (UTF-8)`, { cause })
  }
}

/**
 * Throws when the cells of a sheet have so much text that a copy for each would fill the memory: any number of cells can
 * refer to one text of the workbook, or be merged with a cell that has it.
 */
function refuseRepeatedTexts(file: string, rows: Rows): void {
  let left = unpackLimit(file)
  for (const row of rows) for (const cell of row) if (typeof cell === 'string') left -= cell.length
  if (left < 0) throw unpackedTooFar(file)
}

/**
 * The rows with the day or the words of merged cells below the header in each of them: several listings share a date or a
 * city. Numbers stay where they are, because one price of several homes is that of all together.
 */
function withMerged(rows: Rows, merged: readonly MergedCells[], header: number): Rows {
  const below = merged.filter(({ from }) => from > header).toSorted((a, b) => a.from - b.from)
  if (below.length === 0) return rows
  const filled = rows.map((row) => [...row])
  const lastOf = new Map<number, number>()
  for (const { column, from, to } of below) {
    const shared = filled[from]?.[column]
    const isShared = shared instanceof Date || (typeof shared === 'string' && !/\p{Nd}/u.test(shared))
    // In a valid workbook, none overlap.
    if (!isShared || from <= (lastOf.get(column) ?? header)) continue
    lastOf.set(column, to)
    for (const row of filled.slice(from + 1, to + 1)) row[column] ??= shared
  }
  return filled
}

/**
 * The first row with known names of several fields, which can have a row of groups above. Without any, the first row that
 * has names in at least half as many cells as the widest row has cells; a title above has one.
 */
function headerRow(rows: Rows, isHeader: ReadOptions['isHeader']): number {
  const start = rows.slice(0, HEADER_WITHIN)
  const known = isHeader ? start.findIndex((row) => isHeader(namesOf(row))) : -1
  if (known >= 0) return known
  const widest = Math.max(0, ...rows.slice(0, 1000).map((row) => row.filter((cell) => cell !== null).length))
  return start.findIndex((row) => {
    const names = row.filter((cell) => typeof cell === 'string' && cell.trim() !== '')
    return names.length >= 2 && 2 * names.length >= widest
  })
}

function namesOf(row: Rows[number] = []): string[] {
  return row.map((cell) => String(textOf(cell) ?? '').trim())
}

/** The names of the columns; those with cells but without a name have that of their letters, and others stay empty. */
function namesOfColumns(rows: Rows, header: number): string[] {
  const below = rows.slice(header + 1)
  const widest = below.reduce((most, row) => Math.max(most, row.length), rows[header]?.length ?? 0)
  const names = namesOf(rows[header])
  return Array.from({ length: widest }, (_, column) => {
    const name = names[column] ?? ''
    const isFilled = name === '' && below.some((row) => (row[column] ?? null) !== null)
    return isFilled ? `column ${columnLetters(column + 1)}` : name
  })
}

async function* sheetRows(
  { data: rows, at: header, words }: Sheet & { readonly at: number },
  names: readonly string[],
): AsyncGenerator<FoundRow> {
  const keys = names.map((name, i) => keyOfColumn(name, names.slice(0, i).filter((other) => other === name).length))
  for (let i = header + 1; i < rows.length; i++) {
    const row = rows[i] ?? []
    if (row.every((cell) => cell === null)) continue
    const cells = new Map<string, Scalar>()
    names.forEach((name, column) => {
      if (name !== '') cells.set(keys[column] ?? name, withWords(textOf(row[column]), words(i, column)))
    })
    yield { line: i + 1, cells }
  }
}

function textOf(cell: unknown): Scalar {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? cell : null
}

function withWords(cell: Scalar, words: ReturnType<WordsOfCells>): Scalar {
  if (!words || typeof cell !== 'number') return cell
  const number = String(cell)
  // Behind a currency, the point of 123.456 could group thousands.
  const digits = /^-?\d{1,3}\.\d{3}$/.test(number) ? `${number}0` : number
  return `${words.before}${digits}${words.after}`
}
