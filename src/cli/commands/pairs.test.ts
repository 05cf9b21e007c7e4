import { expect, test } from 'vitest'
import { collectPairs } from './pairs.ts'

const collect = collectPairs(['price', 'area'])

test('pairs come in one text, or one after the other', () => {
  expect(collect('price=PRICE,area=Size (m2)')).toEqual({ price: 'PRICE', area: 'Size (m2)' })
  expect(collect('area=M2', collect('price=PRICE'))).toEqual({ price: 'PRICE', area: 'M2' })
})

test('a name may hold commas and equals signs', () => {
  expect(collect('price=Price, total=EUR')).toEqual({ price: 'Price, total=EUR' })
})

test.each([
  ['cost=PRICE', '"cost" is none of price, area'],
  ['price', '"price" should read price=…'],
  ['price=', '"price=" should read price=…'],
  ['price=A,price=B', '"price" is given twice'],
])('%s is refused', (text, message) => {
  expect(() => collect(text)).toThrow(message)
})
