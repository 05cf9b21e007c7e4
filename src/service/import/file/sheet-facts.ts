import { columnNumber, stepsOf } from './cell-addresses.ts'
import { partTexts, RELATIONS, WORKBOOK } from './listed-parts.ts'
import { type IsUnit, type WordsOfCells, wordsOfCells, wordsOfStyles } from './number-formats.ts'
import { xmlAttribute } from './xml-attribute.ts'

/** What a workbook says of a sheet besides its cells. */
export interface SheetFacts {
  readonly isHidden: boolean
  readonly countsFrom1904: boolean
  readonly merged: readonly MergedCells[]
  /** Currencies and units that only the format of a number has. */
  readonly words: WordsOfCells
  /** Formulas that the program that wrote them did not calculate; their cells are read as empty. */
  readonly uncalculated: number
  /** Rows that the sheet does not show, as those that a filter leaves out, counted from 0. */
  readonly hidden: readonly number[]
}

/** Cells of one column that are shown as one, whose content only the first has: rows `from` to `to`, counted from 0. */
export interface MergedCells {
  readonly column: number
  readonly from: number
  readonly to: number
}

const STYLES = /^xl\/.*\bstyles\d*\.xml$/i
const CELLS_END = 'sheetData>'
const SHEET = /<(?:\w+:)?sheet\s[^<>]*>/g
const FROM_1904 = /<(?:\w+:)?workbookPr\s[^<>]*\bdate1904="(?:1|true|on)"/i
const RELATION = /<(?:\w+:)?Relationship\s[^<>]*>/g
const MERGED = /<(?:\w+:)?mergeCell\s[^<>]*\bref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g

/** A cell that ends after its formula, without a value or with an empty one; an empty text (`str`) is a result. */
const UNCALCULATED =
  /<(?:\w+:)?c(?=[\s>])(?![^<>]*\st\s*=\s*["']str["'])[^<>]*>\s*<(?:\w+:)?f(?=[\s/>])[^<>]*(?:\/>|>[^<]*<\/(?:\w+:)?f>)\s*(?:<(?:\w+:)?v\s*(?:\/>|><\/(?:\w+:)?v>)\s*)?<\/(?:\w+:)?c>/g

const ROW = /<(?:\w+:)?row\s[^<>]*\bhidden\s*=\s*["'](?:1|true)["'][^<>]*>/g

/** The facts of a workbook's sheets, in their order. */
export function sheetFacts(file: string, isUnit: IsUnit): SheetFacts[] {
  const [styles = ''] = partTexts(file, (name, content) => (STYLES.test(name) ? content() : null)).values()
  const shown = wordsOfStyles(styles, isUnit)
  const words = new Map<string, WordsOfCells>()
  const uncalculated = new Map<string, number>()
  const hidden = new Map<string, number[]>()
  const parts = partTexts(file, (name, content) => {
    if (name === WORKBOOK || name === RELATIONS) return content()
    if (!name.startsWith('xl/worksheets/')) return null
    const sheet = content()
    words.set(name, wordsOfCells(sheet, shown))
    uncalculated.set(name, countUncalculated(sheet))
    hidden.set(name, hiddenRows(sheet))
    return behindCells(sheet)
  })
  const targets = new Map(
    (parts.get(RELATIONS)?.match(RELATION) ?? []).map((tag) => [xmlAttribute(tag, 'Id'), xmlAttribute(tag, 'Target')]),
  )
  const workbook = parts.get(WORKBOOK) ?? ''
  const countsFrom1904 = FROM_1904.test(workbook)
  return (workbook.match(SHEET) ?? []).map((tag) => {
    const target = targets.get(xmlAttribute(tag, '(?:\\w+:)id')) ?? ''
    const part = target.startsWith('/') ? target.slice(1) : `xl/${target}`
    return {
      isHidden: /hidden/i.test(xmlAttribute(tag, 'state')),
      countsFrom1904,
      merged: mergedIn(parts.get(part) ?? ''),
      words: words.get(part) ?? noWords,
      uncalculated: uncalculated.get(part) ?? 0,
      hidden: hidden.get(part) ?? [],
    }
  })
}

/** For a sheet whose part is not known. */
export const noWords: WordsOfCells = () => undefined

function countUncalculated(sheet: Buffer): number {
  let count = 0
  for (const text of stepsOf(sheet)) count += text.match(UNCALCULATED)?.length ?? 0
  return count
}

function hiddenRows(sheet: Buffer): number[] {
  return [...stepsOf(sheet)].flatMap((text) => (text.match(ROW) ?? []).map((tag) => Number(xmlAttribute(tag, 'r')) - 1))
}

/** The part of a sheet that names its merged cells. The cells before it can take most of the memory. */
function behindCells(sheet: Buffer): Buffer {
  return sheet.subarray(Math.max(0, sheet.lastIndexOf(CELLS_END)))
}

function mergedIn(sheet: string): MergedCells[] {
  return [...sheet.matchAll(MERGED)].flatMap(([, first, from, last, to]) =>
    first === last && first !== undefined
      ? [{ column: columnNumber(first) - 1, from: Number(from) - 1, to: Number(to) - 1 }]
      : [],
  )
}
