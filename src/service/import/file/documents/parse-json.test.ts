import { expect, test } from 'vitest'
import { parseJson } from './parse-json.ts'

test('numbers that are none are null, except in strings', () => {
  const name = 'NaN " Infinity \\'
  const text = `{"area": NaN, "price":-Infinity,"list":[NaN,1],"name":${JSON.stringify(name)},"b":Infinity}`
  expect(parseJson(text)).toEqual({ area: null, price: null, list: [null, 1], name, b: null })
})

test('what is not JSON without them either is refused', () => {
  expect(() => parseJson('{"area": NaN')).toThrow(SyntaxError)
  expect(() => parseJson('{"area": NaNs}')).toThrow(SyntaxError)
})
