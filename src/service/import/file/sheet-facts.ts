import { columnNumber } from './cell-addresses.ts'
import { partTexts, RELATIONS, WORKBOOK } from './listed-parts.ts'

/** What a workbook says of a sheet besides its cells. */
export interface SheetFacts {
  readonly isHidden: boolean
  readonly countsFrom1904: boolean
  readonly merged: readonly MergedCells[]
}

/** Cells of one column that are shown as one, whose content only the first has: rows `from` to `to`, counted from 0. */
export interface MergedCells {
  readonly column: number
  readonly from: number
  readonly to: number
}

const CELLS_END = 'sheetData>'
const SHEET = /<(?:\w+:)?sheet\s[^<>]*>/g
const FROM_1904 = /<(?:\w+:)?workbookPr\s[^<>]*\bdate1904="(?:1|true|on)"/i
const RELATION = /<(?:\w+:)?Relationship\s[^<>]*>/g
const MERGED = /<(?:\w+:)?mergeCell\s[^<>]*\bref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g

/** The facts of a workbook's sheets, in their order. */
export function sheetFacts(file: string): SheetFacts[] {
  const parts = partTexts(file, (name, content) => {
    if (name === WORKBOOK || name === RELATIONS) return content()
    return name.startsWith('xl/worksheets/') ? behindCells(content()) : null
  })
  const targets = new Map(
    (parts.get(RELATIONS)?.match(RELATION) ?? []).map((tag) => [attribute(tag, 'Id'), attribute(tag, 'Target')]),
  )
  const workbook = parts.get(WORKBOOK) ?? ''
  const countsFrom1904 = FROM_1904.test(workbook)
  return (workbook.match(SHEET) ?? []).map((tag) => {
    const target = targets.get(attribute(tag, '(?:\\w+:)id')) ?? ''
    const text = parts.get(target.startsWith('/') ? target.slice(1) : `xl/${target}`) ?? ''
    return { isHidden: /hidden/i.test(attribute(tag, 'state')), countsFrom1904, merged: mergedIn(text) }
  })
}

/** The part of a sheet that names its merged cells. The cells before it can take most of the memory. */
function behindCells(sheet: Buffer): Buffer {
  return sheet.subarray(Math.max(0, sheet.lastIndexOf(CELLS_END)))
}

function attribute(tag: string, name: string): string {
  return new RegExp(`\\s${name}\\s*=\\s*"([^"]*)"`).exec(tag)?.[1] ?? ''
}

function mergedIn(sheet: string): MergedCells[] {
  return [...sheet.matchAll(MERGED)].flatMap(([, first, from, last, to]) =>
    first === last && first !== undefined
      ? [{ column: columnNumber(first) - 1, from: Number(from) - 1, to: Number(to) - 1 }]
      : [],
  )
}
