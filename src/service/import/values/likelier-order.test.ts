import { expect, test } from 'vitest'
import { customaryOrder, likelierOrder } from './likelier-order.ts'

const NUMBERS = { first_numbers: 9, second_numbers: 9, largest_first: 9, largest_second: 9 }
const EVIDENCE = { to_come_dmy: 0, to_come_mdy: 0, ...NUMBERS, years: 2, country: null }

test('the order of dates is the one in which none are to come, whatever the country', () => {
  expect(likelierOrder({ ...EVIDENCE, to_come_dmy: 3, country: 'es' })).toMatchObject({ order: 'mdy' })
  expect(likelierOrder({ ...EVIDENCE, to_come_mdy: 3, country: 'us' })).toMatchObject({ order: 'dmy' })
})

test('a 1 in the same position of all dates in a series is the day', () => {
  const first = { ...EVIDENCE, first_numbers: 1, largest_first: 1, country: 'us' }
  expect(likelierOrder(first)).toMatchObject({ order: 'dmy' })
  const second = { ...EVIDENCE, second_numbers: 1, largest_second: 1, country: 'es' }
  expect(likelierOrder(second)).toMatchObject({ order: 'mdy' })
  expect(likelierOrder({ ...first, second_numbers: 2 })).toEqual({ order: 'mdy', from: 'the custom of us' })
})

test('nine days of January are not read as nine months, unless every month is there', () => {
  const spanish = { ...EVIDENCE, second_numbers: 1, largest_second: 1, years: 1, country: 'es' }
  expect(likelierOrder(spanish)).toEqual({ order: 'dmy', from: 'the custom of es' })
  expect(likelierOrder({ ...spanish, country: null })).toMatchObject({ order: 'dmy' })
  expect(likelierOrder({ ...spanish, first_numbers: 12 })).toMatchObject({ order: 'mdy' })
  const american = { ...EVIDENCE, first_numbers: 1, largest_first: 1, years: 1, country: 'us' }
  expect(likelierOrder(american)).toEqual({ order: 'mdy', from: 'the custom of us' })
})

test('a number other than 1 that is the same in all dates is the month, as in listings of a few days', () => {
  const october = { ...EVIDENCE, second_numbers: 1, largest_second: 10, country: 'es' }
  expect(likelierOrder(october)).toEqual({ order: 'dmy', from: 'the custom of es' })
  const inAmerica = { ...EVIDENCE, first_numbers: 1, largest_first: 10, country: 'us' }
  expect(likelierOrder(inAmerica)).toEqual({ order: 'mdy', from: 'the custom of us' })
})

test('otherwise the custom of the country decides', () => {
  const orders = ['us', 'ph', 'gb', 'es', 'au', 'br', 'ca', 'jp', 'de'].map(customaryOrder)
  expect(orders).toEqual(['mdy', 'mdy', 'dmy', 'dmy', 'dmy', 'dmy', 'dmy', 'dmy', 'dmy'])
  expect(likelierOrder(EVIDENCE)).toMatchObject({ order: 'dmy' })
})
