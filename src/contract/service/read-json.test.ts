import { describe, expect, test } from 'vitest'
import { readJson } from './read-json.ts'

const read = (text: string) => readJson(Buffer.from(text))

describe('the body of an answer', () => {
  test.each([
    ['{"a": NaN, "b": [-Infinity, inf]}', { a: null, b: [null, null] }],
    ['{"NaN": "Infinity \\" NaN", "b": nan}', { NaN: 'Infinity " NaN', b: null }],
    [')]}\',\n{"a": 1}', { a: 1 }],
    ['while(1);{"a": NaN}', { a: null }],
  ])('is read as JSON: %s', (text, value) => {
    expect(read(text)).toEqual(value)
  })

  test.each(['', '{"a": 1', '<html>', '{"a": NaN'])('a body that is not JSON is refused: %j', (text) => {
    expect(() => read(text)).toThrow(SyntaxError)
  })

  test.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('a long body of nested %s is refused', (_, open, close) => {
    const nested = (levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}`
    const long = 'a'.repeat(300_000)
    expect(() => read(`["${long}",${nested(1_000)}]`)).toThrow('expected JSON of at most 1000 levels, found more')
    expect(read(`["${long}",${nested(999)}]`)).toHaveLength(2)
  })

  test('brackets within a text are not levels', () => {
    const text = '[{"\\'.repeat(100_000)
    expect(read(JSON.stringify([text, text]))).toEqual([text, text])
  })

  // To try every quotation mark as the beginning of a text would take hours.
  test.each([
    ['quotation marks within a text', '\\"'],
    ['backslashes', '\\\\'],
    ['texts', '"a"'],
  ])('a body that is cut off after many %s is refused soon', (_, part) => {
    expect(() => read(`{"a": NaN, "b": "${part.repeat(2_000_000)}`)).toThrow(SyntaxError)
    expect(() => read(`{"a": NaN, "b": "${part.repeat(1_000_000)}\\`)).toThrow(SyntaxError)
  })
})
