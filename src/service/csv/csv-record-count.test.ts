import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CsvRecordCount } from './csv-record-count.ts'

function count(text: string, pieces = 1): CsvRecordCount {
  const records = new CsvRecordCount(',', 3)
  const bytes = Buffer.from(text)
  const step = Math.max(1, Math.ceil(bytes.length / pieces))
  for (let at = 0; at < bytes.length; at += step) records.add(bytes.subarray(at, at + step))
  records.end()
  return records
}

describe('CsvRecordCount', () => {
  test('the last record counts with or without a line feed', () => {
    expect(count('a,b\n1,2').records).toBe(2)
    expect(count('a,b\r\n1,2\r\n').records).toBe(2)
  })

  test('blank lines are not records, but shift the lines after them', () => {
    const records = count('a,b\n1,2\n\n\r\n3,4\n5,6\n')
    expect(records.records).toBe(4)
    expect([1, 2, 3, 4].map((record) => records.lineOfRecord(record))).toEqual([1, 2, 5, 6])
    expect(records.recordAtPlace(5)).toBe(3)
    expect(records.recordAtPlace(2)).toBe(2)
  })

  test('a line feed in quotes belongs to its record', () => {
    const records = count('a,b\n1,"x\ny ""q""\n"\n3,4\n')
    expect(records.records).toBe(3)
    expect(records.lineOfRecord(3)).toBe(5)
  })

  test('a quotation mark inside a field is plain text', () => {
    expect(count('a,b\n1,6" pipe\n2,x\n').records).toBe(3)
  })

  test('the count does not depend on how the bytes are split', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r\n'), maxLength: 60 })
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 60 }), (csv, pieces) => {
        expect(count(csv, pieces).records).toBe(count(csv).records)
      }),
    )
  })

  test('every line is the start of a record, blank, or within quotes', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r\n'), maxLength: 60 })
    fc.assert(
      fc.property(text, (csv) => {
        const lines = csv.split('\n')
        if (lines.at(-1)?.replaceAll('\r', '') === '') lines.pop()
        const records = count(csv)
        fc.pre(records.strayQuote === null)
        expect(records.lines).toBe(lines.length)
      }),
    )
  })
})

describe('a stray quote', () => {
  const rows = Array.from({ length: 30 }, (_, i) => [`${1000 + i}`, '-37.8', `${i}.5`])
  const quoted = (...at: readonly (readonly [row: number, column: number])[]) =>
    rows.map((row, r) => row.map((cell, c) => (at.some(([y, x]) => y === r && x === c) ? `"${cell}` : cell)).join(','))
  const place = fc.tuple(fc.nat(29), fc.nat(2))

  test('is found with its line wherever it is', () => {
    fc.assert(
      fc.property(place, (at) => {
        expect(count(quoted(at).join('\n')).strayQuote).toMatchObject({ line: at[0] + 1 })
      }),
    )
  })

  test('is found with its line when another one closes it, if a whole row lies between', () => {
    fc.assert(
      fc.property(place, place, (a, b) => {
        const [first, second] = a[0] < b[0] ? [a, b] : [b, a]
        fc.pre(second[0] - first[0] > 1)
        expect(count(quoted(first, second).join('\n')).strayQuote).toMatchObject({ line: first[0] + 1, kind: 'rows' })
      }),
    )
  })

  test('is seen at once in a field without line ends, however long it is', () => {
    expect(count(`a,b\n1,"${'x'.repeat(300_000)}"\n2,3\n`).strayQuote).toMatchObject({ line: 2, kind: 'long' })
  })

  test('is not suspected in descriptions of several lines', () => {
    const words = fc.array(fc.lorem({ maxCount: 8 }), { minLength: 1, maxLength: 4 })
    const texts = fc.array(words, { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(texts, (descriptions) => {
        const csv = descriptions.map((lines, i) => `${i},2.5,"${lines.join(', airy\nlarge, 85, bright\n')}"`).join('\n')
        expect(count(csv).strayQuote).toBeNull()
      }),
    )
  })
})
