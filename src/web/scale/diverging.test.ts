import { describe, expect, test } from 'vitest'
import { difference, lightness, seen, VISIONS } from '../../testing/color-vision.ts'
import { divergingColors } from './diverging.ts'
import { hatchColor } from './palette.ts'

const SEVEN = [-40, -20, -5, 5, 20, 40]

describe.each(['light', 'dark'] as const)('diverging colours on %s', (theme) => {
  test.each(Object.keys(VISIONS))('all differ from each other to %s vision, on both sides of 0', (vision) => {
    const colors = divergingColors(theme, SEVEN).map((color) => VISIONS[vision]?.(seen(color)) ?? expect.fail())
    const pairs = colors.flatMap((one, i) => colors.slice(i + 1).map((other) => difference(one, other)))
    expect(pairs).toHaveLength(21)
    expect(Math.min(...pairs)).toBeGreaterThan(10)
  })

  test('get steadily stronger away from 0', () => {
    const away = divergingColors(theme, SEVEN).map((color) => (theme === 'light' ? -1 : 1) * lightness(color))
    for (const side of [away.slice(0, 4).reverse(), away.slice(3)]) {
      expect(Math.min(...side.slice(1).map((step, i) => step - (side[i] ?? 0)))).toBeGreaterThan(3)
    }
  })

  test('are neutral only in the class that contains 0, and as strong on both sides', () => {
    const [, , , middle] = divergingColors(theme, SEVEN)
    expect(divergingColors(theme, [5, 20])[0]).toEqual(middle)
    expect(divergingColors(theme, [-20, -5]).at(-1)).toEqual(middle)
    expect(divergingColors(theme, [-20, 0, 20])).not.toContainEqual(middle)
    expect(divergingColors(theme, [-5, 5, 20, 40])[0]).toEqual(divergingColors(theme, SEVEN)[2])
    expect(divergingColors(theme, [])).toEqual([middle])
  })

  test('differ from their hatch', () => {
    for (const color of divergingColors(theme, SEVEN)) {
      expect(Math.abs(lightness(hatchColor(color)) - lightness(color))).toBeGreaterThan(4)
    }
  })
})
