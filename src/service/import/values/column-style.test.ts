import { describe, expect, test } from 'vitest'
import { areaStyle, dateOrder, holdsLevels, type NumberEvidence, priceStyle } from './column-style.ts'

function numbers(evidence: Partial<NumberEvidence>): NumberEvidence {
  return { point: 0, comma: 0, dotted: 0, comma_dotted: 0, grouped: null, ...evidence }
}

describe('the decimal sign of a column', () => {
  test('is what unambiguous rows show, and mixed when they contradict each other', () => {
    expect(priceStyle(numbers({ point: 1, dotted: 9 }))).toBe('point')
    expect(priceStyle(numbers({ comma: 1, comma_dotted: 9 }))).toBe('comma')
    expect(priceStyle(numbers({ point: 9, comma: 1 }))).toBe('mixed')
  })

  test('is that of the many when a few odd rows contradict them', () => {
    expect(priceStyle(numbers({ point: 2000, comma: 3, comma_dotted: 900 }))).toBe('point')
    expect(priceStyle(numbers({ dotted: 900, comma_dotted: 4 }))).toBe('comma')
    expect(priceStyle(numbers({ point: 19, comma: 1 }))).toBe('mixed')
    expect(priceStyle(numbers({ point: 1, dotted: 100 }))).toBe('comma')
    expect(priceStyle(numbers({ comma: 1, comma_dotted: 100 }))).toBe('point')
    expect(priceStyle(numbers({ point: 700, dotted: 300 }))).toBe('point')
  })

  test('in ambiguous prices is taken to group thousands', () => {
    expect(priceStyle(numbers({ dotted: 3 }))).toBe('comma')
    expect(priceStyle(numbers({ comma_dotted: 3 }))).toBe('point')
    expect(priceStyle(numbers({ dotted: 3, comma_dotted: 1 }))).toBe('mixed')
  })

  test('in ambiguous areas is that of the prices, else groups thousands, or is unknown when areas would be too large', () => {
    expect(areaStyle(numbers({ dotted: 3 }), numbers({ comma: 1 }))).toBe('comma')
    expect(areaStyle(numbers({ dotted: 3, grouped: 1250 }), numbers({ dotted: 8 }))).toBe('comma')
    expect(areaStyle(numbers({ dotted: 3, grouped: 85_125 }), numbers({ dotted: 8 }))).toBe('mixed')
    expect(areaStyle(numbers({ comma_dotted: 3, grouped: 1250 }), numbers({ comma_dotted: 8 }))).toBe('point')
    expect(areaStyle(numbers({ comma_dotted: 3, grouped: 93 }), numbers({}))).toBe('point')
    expect(areaStyle(numbers({ dotted: 3 }), numbers({}))).toBe('mixed')
    expect(areaStyle(numbers({ point: 1 }), numbers({ comma: 1 }))).toBe('point')
  })
})

describe('the order of day and month', () => {
  const dates = { day_first: 0, month_first: 0, either: 0 }

  test('is what unambiguous dates show; when they contradict each other, each date is read by itself', () => {
    expect(dateOrder({ ...dates, day_first: 1, either: 9 })).toBe('dmy')
    expect(dateOrder({ ...dates, month_first: 1, either: 9 })).toBe('mdy')
    expect(dateOrder({ ...dates, month_first: 1, day_first: 1, either: 9 })).toBe('each')
    expect(dateOrder(dates)).toBe('each')
  })

  test('is that of the many when a few odd dates contradict them', () => {
    expect(dateOrder({ ...dates, day_first: 300, month_first: 2, either: 200 })).toBe('dmy')
    expect(dateOrder({ ...dates, day_first: 1, month_first: 20, either: 200 })).toBe('mdy')
  })

  test('is not shown when all dates are ambiguous', () => {
    expect(dateOrder({ ...dates, either: 2 })).toBeNull()
  })
})

describe('several levels in a cell', () => {
  const places = { cells: 10, separated: 10, fewest: 2, most: 2, inner: 8, outer: 1 }

  test('are recognised when several zones share the place around them', () => {
    expect(holdsLevels(places)).toBe(true)
    expect(holdsLevels({ ...places, cells: 1000, separated: 990 })).toBe(true)
  })

  test('are not seen in names in two languages, or when only some names contain the separator', () => {
    expect(holdsLevels({ ...places, outer: 8 })).toBe(false)
    expect(holdsLevels({ ...places, separated: 9 })).toBe(false)
    expect(holdsLevels({ ...places, most: 3 })).toBe(false)
    expect(holdsLevels({ ...places, cells: 0, separated: 0 })).toBe(false)
  })
})
