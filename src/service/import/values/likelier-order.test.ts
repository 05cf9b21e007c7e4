import { expect, test } from 'vitest'
import { customaryOrder, likelierOrder } from './likelier-order.ts'

const EVIDENCE = { to_come_dmy: 0, to_come_mdy: 0, first_numbers: 9, second_numbers: 9, country: null }

test('the order of dates is the one in which none are to come, whatever the country', () => {
  expect(likelierOrder({ ...EVIDENCE, to_come_dmy: 3, country: 'es' })).toMatchObject({ order: 'mdy' })
  expect(likelierOrder({ ...EVIDENCE, to_come_mdy: 3, country: 'us' })).toMatchObject({ order: 'dmy' })
})

test('a number that is the same in all dates of a series is the day', () => {
  expect(likelierOrder({ ...EVIDENCE, first_numbers: 1, country: 'us' })).toMatchObject({ order: 'dmy' })
  expect(likelierOrder({ ...EVIDENCE, second_numbers: 1, country: 'es' })).toMatchObject({ order: 'mdy' })
  const two = { ...EVIDENCE, first_numbers: 1, second_numbers: 2, country: 'us' }
  expect(likelierOrder(two)).toEqual({ order: 'mdy', from: 'the custom of us' })
})

test('otherwise the custom of the country decides', () => {
  const orders = ['us', 'ph', 'gb', 'es', 'au', 'br', 'ca', 'jp', 'de'].map(customaryOrder)
  expect(orders).toEqual(['mdy', 'mdy', 'dmy', 'dmy', 'dmy', 'dmy', 'dmy', 'dmy', 'dmy'])
  expect(likelierOrder(EVIDENCE)).toMatchObject({ order: 'dmy' })
})
