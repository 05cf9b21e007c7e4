import { expect, test } from 'vitest'
import { Spellings } from './spellings.ts'

function othersOf(rows: readonly (readonly string[])[]): [string, string][] {
  const spellings = new Spellings()
  for (const keys of rows) spellings.add(new Map(keys.map((key) => [key, 1])))
  return [...spellings.others()]
}

test('names that differ by case are one where no row has both', () => {
  expect(othersOf([['price', 'lat'], ['Price', 'lat'], ['PRICE']])).toEqual([
    ['Price', 'price'],
    ['PRICE', 'price'],
  ])
})

test('names that a row has beside each other are those of different columns', () => {
  expect(othersOf([['price'], ['Price'], ['price', 'Price']])).toEqual([])
  expect(othersOf([['price', 'Price'], ['price'], ['PRICE']])).toEqual([])
})
