import readXlsxFile from 'read-excel-file/node'
import { scanBytes } from '../../csv/file-bytes.ts'
import type { DuckSession } from '../../storage/duck-session.ts'
import { UnpackedTooFar } from '../../storage/unpack-limit.ts'
import { listedParts } from './listed-parts.ts'
import { requireKind } from './raw/file-kind.ts'
import { fillRows } from './raw/fill-rows.ts'
import type { FoundRow, Scalar } from './raw/found-row.ts'
import type { RawFile, ReadOptions } from './raw/raw-file.ts'

type Rows = readonly (readonly unknown[])[]

/** Rows in which the names of the columns are looked for. */
const HEADER_WITHIN = 50

/** Fills table `raw` from the sheet of an .xlsx workbook that has the most rows. */
export async function readWorkbook(session: DuckSession, file: string, { isHeader }: ReadOptions): Promise<RawFile> {
  requireKind(file, 'an Excel workbook')
  const { digest } = await scanBytes(file, null)
  const sheets = (await readSheets(file)).toSorted((a, b) => b.data.length - a.data.length)
  const [largest, ...others] = sheets
  const at = largest ? headerRow(largest.data, isHeader) : -1
  if (!largest || at < 0) throw new Error('expected a sheet with a row of column names, found none')
  const part = sheets.length > 1 ? `sheet "${largest.sheet}" of ${sheets.length}` : undefined
  const leftOut = others.flatMap(({ sheet, data }) => {
    const rows = data.length - 1 - headerRow(data, isHeader)
    return rows > 0 && rows < data.length ? [`sheet "${sheet}" with ${rows} ${rows === 1 ? 'row' : 'rows'}`] : []
  })
  return fillRows(session, () => sheetRows(largest.data, at, namesOf(largest.data[at])), {
    digest,
    part,
    sheet: largest.sheet,
    leftOut,
  })
}

async function readSheets(file: string): Promise<{ sheet: string; data: Rows }[]> {
  try {
    return await readXlsxFile(listedParts(file))
  } catch (cause) {
    if (cause instanceof UnpackedTooFar) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`the workbook cannot be read (${reason}); save the sheet as CSV (UTF-8)`, { cause })
  }
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

async function* sheetRows(rows: Rows, header: number, names: readonly string[]): AsyncGenerator<FoundRow> {
  for (let i = header + 1; i < rows.length; i++) {
    const row = rows[i] ?? []
    if (row.every((cell) => cell === null)) continue
    const cells = new Map<string, Scalar>()
    names.forEach((name, column) => {
      if (name !== '' && !cells.has(name)) cells.set(name, textOf(row[column]))
    })
    yield { line: i + 1, cells }
  }
}

function textOf(cell: unknown): Scalar {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? cell : null
}
