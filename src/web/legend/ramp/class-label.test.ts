import { expect, test } from 'vitest'
import { classLabel, extentLabel } from './class-label.ts'

const dollars = (value: number) => `$${Math.round(value / 10) * 10}`

test('a scale without breaks has one class, named by the values that it has', () => {
  expect(classLabel(0, [], dollars)).toBe('All values')
  expect(extentLabel([3082], dollars)).toBe('$3080')
  expect(extentLabel([3082, 3079, 3081], dollars), 'values that are written the same').toBe('$3080')
  expect(extentLabel([3082, 1999], dollars)).toBe('$2000 to $3080')
  expect(extentLabel([], dollars)).toBe('')
})
