import { describe, expect, test } from 'vitest'
import { readDialect } from './csv-dialect.ts'

describe('readDialect', () => {
  test.each([
    ['a,"b, c",d\n1,2,3', ',', ['a', 'b, c', 'd']],
    ['a;b;c,d\r\n1;2;3', ';', ['a', 'b', 'c,d']],
    ['\uFEFFa\tb\n', '\t', ['a', 'b']],
    ['"say ""a"""|b', '|', ['say "a"', 'b']],
  ])('%j is read', (text, delimiter, header) => {
    expect(readDialect(text)).toEqual({ delimiter, header, blankLines: 0 })
  })

  test('empty lines before the header are counted', () => {
    expect(readDialect('\uFEFF\n\r\na,b\n')).toEqual({ delimiter: ',', header: ['a', 'b'], blankLines: 2 })
  })

  test('a single column is not a table', () => {
    expect(() => readDialect('prices\n1\n')).toThrow('expected a header')
    expect(() => readDialect('')).toThrow('expected a header')
  })
})
