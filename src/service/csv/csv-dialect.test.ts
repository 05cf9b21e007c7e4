import { describe, expect, test } from 'vitest'
import { readDialect } from './csv-dialect.ts'

describe('readDialect', () => {
  test.each([
    ['a,"b, c",d\n1,2,3', ',', ['a', 'b, c', 'd']],
    ['a;b;c,d\r\n1;2;3', ';', ['a', 'b', 'c,d']],
    ['\uFEFFa\tb\n', '\t', ['a', 'b']],
    ['"say ""a"""|b', '|', ['say "a"', 'b']],
    ['a,b,"x;y;z;w"', ',', ['a', 'b', 'x;y;z;w']],
    ['a;5" pipe;c,d', ';', ['a', '5" pipe', 'c,d']],
  ])('%j is read', (text, delimiter, header) => {
    expect(readDialect(text)).toEqual({ delimiter, header, linesBefore: 0, recordsBefore: 0 })
  })

  test('empty lines before the header are counted', () => {
    expect(readDialect('\uFEFF\n\r\na,b\n')).toEqual({
      delimiter: ',',
      header: ['a', 'b'],
      linesBefore: 2,
      recordsBefore: 0,
    })
  })

  test('titles and the separator that Excel writes are not the header', () => {
    const isHeader = (names: readonly string[]) => names.includes('b')
    const expected = { delimiter: ';', header: ['a', 'b'], linesBefore: 2 }
    expect(readDialect('Export, of today\n\na;b\n1;2\n', isHeader)).toEqual({ ...expected, recordsBefore: 1 })
    expect(readDialect('Export;;\nof;;\na;b\n', isHeader)).toEqual({ ...expected, recordsBefore: 2 })
    expect(readDialect('sep=;\nx;y\n1;2\n', isHeader)).toMatchObject({ header: ['x', 'y'], linesBefore: 1 })
    expect(readDialect('x;y\n1;2\n', isHeader)).toMatchObject({ header: ['x', 'y'], linesBefore: 0 })
  })

  test('a single column is not a table', () => {
    expect(() => readDialect('prices\n1\n')).toThrow('expected a header')
    expect(() => readDialect('')).toThrow('expected a header')
    expect(() => readDialect('"a,b"\n"1,2"\n')).toThrow('remove the quotation marks around whole lines')
    expect(() => readDialect('  a  b   c\n1 2  3   4\n')).toThrow('aligned with blanks')
  })
})
