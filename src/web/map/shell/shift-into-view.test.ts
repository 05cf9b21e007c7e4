import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Box, boxAround, shiftFromAfar, shiftIntoView } from './shift-into-view.ts'

const PHONE: Box = { left: 0, top: 0, right: 390, bottom: 844 }
const SEARCH: Box = { left: 8, top: 8, right: 382, bottom: 88 }
const SHEET: Box = { left: 8, top: 500, right: 382, bottom: 782 }
const LEGEND: Box = { left: 8, top: 790, right: 382, bottom: 836 }
const DESKTOP: Box = { left: 0, top: 0, right: 1440, bottom: 900 }
const CARD: Box = { left: 1090, top: 70, right: 1430, bottom: 400 }

describe('a cell on a phone’s map', () => {
  const shiftOf = (x: number, y: number, width = 50) =>
    shiftIntoView(boxAround({ x, y }, width), PHONE, [SEARCH, SHEET, LEGEND])

  test('stays where it is when nothing covers it', () => {
    expect(shiftOf(195, 300)).toBeNull()
    expect(shiftOf(195, 475)).toBeNull()
  })

  test('stays where it is when only its rim is covered', () => {
    expect(shiftOf(195, 487)).toBeNull()
    expect(shiftOf(195, 488)).not.toBeNull()
  })

  test('rises just above the sheet that covers it, without moving sideways', () => {
    expect(shiftOf(195, 640)).toEqual({ x: 0, y: 500 - 12 - 25 - 640 })
    expect(shiftOf(40, 750)).toEqual({ x: 0, y: 500 - 12 - 25 - 750 })
  })

  test('comes down from under the search', () => {
    expect(shiftOf(195, 60)).toEqual({ x: 0, y: 88 + 12 + 25 - 60 })
  })

  test('that is larger than a fingertip only needs its middle in view', () => {
    expect(shiftOf(195, 640, 900)).toEqual({ x: 0, y: 500 - 12 - 48 - 640 })
  })

  test('moves away from the edge when it has to move anyway', () => {
    expect(shiftOf(10, 640)).toEqual({ x: 12 + 25 - 10, y: 500 - 12 - 25 - 640 })
  })

  test('stays where it is when it is out of view, or when there is no room', () => {
    expect(shiftOf(195, 900)).toBeNull()
    expect(shiftIntoView(boxAround({ x: 195, y: 300 }, 50), PHONE, [{ ...SHEET, top: 100 }, SEARCH])).toBeNull()
  })
})

test('a walk brings the next cell in from beyond the edge, and leaves one in sight where it is', () => {
  const shiftOf = (x: number, y: number) => shiftFromAfar(boxAround({ x, y }, 50), DESKTOP, [CARD])
  expect(shiftOf(1470, 600)).toEqual({ x: 1440 - 12 - 25 - 1470, y: 0 })
  expect(shiftOf(700, 450)).toBeNull()
  expect(shiftOf(1120, 250)).toEqual({ x: 1090 - 12 - 25 - 1120, y: 0 })
})

test('on a desktop a cell moves sideways when that is shorter', () => {
  const box = boxAround({ x: 1120, y: 250 }, 50)
  expect(shiftIntoView(box, DESKTOP, [CARD])).toEqual({ x: 1090 - 12 - 25 - 1120, y: 0 })
})

test('a covered cell takes the shortest shift to a free place within the frame, wherever the surfaces lie', () => {
  const side = fc.integer({ min: 20, max: 200 })
  const surface = fc
    .tuple(fc.integer({ min: 0, max: 380 }), fc.integer({ min: 0, max: 380 }), side, side)
    .map(([left, top, width, height]): Box => ({ left, top, right: left + width, bottom: top + height }))
  const frame: Box = { left: 0, top: 0, right: 400, bottom: 400 }
  const place = fc.record({ x: fc.integer({ min: 0, max: 400 }), y: fc.integer({ min: 0, max: 400 }) })
  fc.assert(
    fc.property(place, fc.array(surface, { minLength: 1, maxLength: 4 }), (at, surfaces) => {
      const shift = shiftIntoView(boxAround(at, 40), frame, surfaces)
      const isOpen = (x: number, y: number) =>
        Math.min(x, y, 400 - x, 400 - y) >= 32 &&
        surfaces.every((s) => x + 32 <= s.left || x - 32 >= s.right || y + 32 <= s.top || y - 32 >= s.bottom)
      const isCovered = surfaces.some(
        (s) => at.x + 10 > s.left && at.x - 10 < s.right && at.y + 10 > s.top && at.y - 10 < s.bottom,
      )
      expect(isCovered || shift === null).toBe(true)
      if (!isCovered) return
      if (shift !== null) expect(isOpen(at.x + shift.x, at.y + shift.y)).toBe(true)
      const length = shift === null ? Number.POSITIVE_INFINITY : Math.hypot(shift.x, shift.y)
      for (let x = 32; x <= 368; x += 8) {
        for (let y = 32; y <= 368; y += 8) {
          if (isOpen(x, y)) expect(Math.hypot(x - at.x, y - at.y)).toBeGreaterThanOrEqual(length - 1e-9)
        }
      }
    }),
  )
})
