import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CsvRecordCount } from './csv-record-count.ts'

function count(text: string, pieces = 1): CsvRecordCount {
  const records = new CsvRecordCount(',')
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
})
