import { columnNumber, stepsOf, withAddresses } from './cell-addresses.ts'
import { xmlAttribute } from './xml-attribute.ts'

/** What a number format shows before and after a number: `£`, or ` m²`. */
export interface ShownWords {
  readonly before: string
  readonly after: string
}

/** The words that a sheet shows with its numbers, by row and column, both counted from 0. */
export type WordsOfCells = (row: number, column: number) => ShownWords | undefined

/** Whether words name a currency or a unit of area. */
export type IsUnit = (words: string) => boolean

/** One more than the columns of Excel. */
const COLUMNS = 16_384

const FORMAT = /<(?:\w+:)?numFmt\s[^<>]*>/g
const CELL_STYLES = /<(?:\w+:)?cellXfs[\s>][\s\S]*?<\/(?:\w+:)?cellXfs>/
const STYLE = /<(?:\w+:)?xf[\s/>][^<>]*/g
const CELL = /<(?:\w+:)?c\s[^<>]*>/g
const ADDRESS = /\sr\s*=\s*["']([A-Z]{1,3})(\d{1,7})["']/
const STYLE_OF_CELL = /\ss\s*=\s*["'](\d+)["']/
const ENTITY = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi
const NAMED: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'" }

/** The parts of a number format that are not shown as they stand (ECMA-376-1, 18.8.31), and the words in it. */
const TOKEN =
  /"(?<quoted>[^"]*)"|\\(?<escaped>.)|\[\$(?<currency>[^\]-]*)[^\]]*\]|\[[^\]]*\]|[_*].|(?<digit>[0#?])|(?<end>;)|[.,%@]|(?<plain>.)/gsu

/** By the number of a cell's style, its words, where they are a unit. */
export function wordsOfStyles(styles: string, isUnit: IsUnit): ReadonlyMap<number, ShownWords> {
  const formats = new Map(
    (styles.match(FORMAT) ?? []).map((tag) => [xmlAttribute(tag, 'numFmtId'), formatWords(tag, isUnit)]),
  )
  const found = new Map<number, ShownWords>()
  for (const [style, tag] of (CELL_STYLES.exec(styles)?.[0].match(STYLE) ?? []).entries()) {
    const words = formats.get(xmlAttribute(tag, 'numFmtId'))
    if (words) found.set(style, words)
  }
  return found
}

/** The words of a sheet's cells, from its XML. */
export function wordsOfCells(sheet: Buffer, styles: ReadonlyMap<number, ShownWords>): WordsOfCells {
  if (styles.size === 0) return () => undefined
  const cells = new Map<number, ShownWords>()
  for (const text of stepsOf(withAddresses(sheet)))
    for (const [tag] of text.matchAll(CELL)) {
      const words = styles.get(Number(STYLE_OF_CELL.exec(tag)?.[1] ?? Number.NaN))
      const [, letters, digits] = words ? (ADDRESS.exec(tag) ?? []) : []
      if (words && letters) cells.set((Number(digits) - 1) * COLUMNS + columnNumber(letters) - 1, words)
    }
  return (row, column) => cells.get(row * COLUMNS + column)
}

function formatWords(tag: string, isUnit: IsUnit): ShownWords | undefined {
  let [before, after, hasDigits] = ['', '', false]
  for (const { groups = {} } of unescaped(xmlAttribute(tag, 'formatCode')).matchAll(TOKEN)) {
    const { quoted, escaped, currency, digit, end, plain } = groups
    // What follows is for negative numbers.
    if (end) break
    if (digit) hasDigits = true
    const word = quoted ?? escaped ?? currency ?? plain ?? ''
    if (hasDigits) after += word
    else before += word
  }
  const words = { before: isUnit(before) ? before : '', after: isUnit(after) ? after : '' }
  return hasDigits && words.before + words.after !== '' ? words : undefined
}

function unescaped(text: string): string {
  return text.replaceAll(ENTITY, (all, hex?: string, decimal?: string, name?: string) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal ?? Number.NaN)
    return code <= 0x10ffff ? String.fromCodePoint(code) : (NAMED[name ?? ''] ?? all)
  })
}
