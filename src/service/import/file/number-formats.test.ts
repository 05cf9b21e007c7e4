import { expect, test } from 'vitest'
import { isKnownUnit } from '../reading/known-units.ts'
import { wordsOfCells, wordsOfStyles } from './number-formats.ts'

function stylesOf(...formats: readonly string[]): string {
  const numbered = formats.map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${code}"/>`)
  const styles = formats.map((_, i) => `<xf numFmtId="${164 + i}" applyNumberFormat="1"/>`)
  return `<styleSheet><numFmts>${numbered.join('')}</numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"><alignment/></xf>${styles.join('')}</cellXfs></styleSheet>`
}

test.each([
  ['[$£-809]#,##0.00', '£', ''],
  ['_-[$£-809]* #,##0.00_-;-[$£-809]* #,##0.00_-', '£', ''],
  ['#,##0.00\\ [$€-407]', '', ' €'],
  ['#,##0\\ &quot;Kč&quot;', '', ' Kč'],
  ['&quot;$&quot;#,##0_);[Red](&quot;$&quot;#,##0)', '$', ''],
  ['[$CHF-807]\\ #,##0', 'CHF ', ''],
  ['€#,##0', '€', ''],
  ['0.0&quot; m²&quot;', '', ' m²'],
  ['#,##0 &quot;sq. ft.&quot;', '', ' sq. ft.'],
])('the format %s shows "%s" before a number and "%s" after it', (code, before, after) => {
  expect([...wordsOfStyles(stylesOf('0.00', code), isKnownUnit)]).toEqual([[2, { before, after }]])
})

test.each([
  'General',
  '#,##0.00',
  '0%',
  '[$-409]d\\-mmm\\-yy',
  '0&quot; rooms&quot;',
  '#,##0;[Red]-#,##0&quot; €&quot;',
  '(0)',
])('the format %s has no words for a number', (code) => {
  expect(wordsOfStyles(stylesOf(code), isKnownUnit).size).toBe(0)
})

test('cells have the words of their style, wherever their address stands, or without one', () => {
  const styles = wordsOfStyles(stylesOf('[$£-809]0', '0" m²"'.replaceAll('"', '&quot;')), isKnownUnit)
  const sheet = `<sheetData><row r="2"><c s="1" r="B2"><v>1</v></c><c r='C2' t='n' s='2'><v>2</v></c><c s="1"><v>3</v></c><c r="E2"><v>4</v></c></row></sheetData>`
  const words = wordsOfCells(Buffer.from(sheet), styles)
  const found = [0, 1, 2, 3, 4].map((column) => words(1, column))
  expect(found).toEqual([undefined, styles.get(1), styles.get(2), styles.get(1), undefined])
  expect(words(0, 1)).toBeUndefined()
})
