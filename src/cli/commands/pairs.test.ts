import { expect, test } from 'vitest'
import { collectPairs } from './pairs.ts'

const collect = collectPairs(['price', 'area'])

test('pairs can be in one text or in several options', () => {
  expect(collect('price=PRICE,area=Size (m2)')).toEqual({ price: 'PRICE', area: 'Size (m2)' })
  expect(collect('area=M2', collect('price=PRICE'))).toEqual({ price: 'PRICE', area: 'M2' })
})

test('a value can contain commas and equals signs', () => {
  expect(collect('price=Price, total=EUR')).toEqual({ price: 'Price, total=EUR' })
})

test.each([
  ['cost=PRICE', 'Expected one of price, area; found "cost"'],
  ['cost', 'Expected a pair such as price=…, found "cost"'],
  ['area', 'Expected a pair such as area=…, found "area"'],
  ['area=', 'Expected a pair such as area=…, found "area="'],
  ['price=A,price=B', 'Expected "price" once, found it twice'],
])('%s is refused', (text, message) => {
  expect(() => collect(text)).toThrow(message)
})
