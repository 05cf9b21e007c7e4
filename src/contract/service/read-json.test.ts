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
