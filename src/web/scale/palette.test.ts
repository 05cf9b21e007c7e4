import { describe, expect, test } from 'vitest'
import { classColors, hatchColor, type Rgb } from './palette.ts'

/** CIE lightness, 0 to 100. */
function lightness([red, green, blue]: Rgb): number {
  const linear = (channel: number) => {
    const c = channel / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  }
  const luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  return luminance > 0.008856 ? 116 * Math.cbrt(luminance) - 16 : 903.3 * luminance
}

describe.each(['light', 'dark'] as const)('the %s palette', (theme) => {
  test.each([2, 3, 4, 5, 6, 7])('of %i classes changes evenly in lightness, away from the background', (classes) => {
    const steps = classColors(theme, classes).map(lightness)
    const away = steps.slice(1).map((step, i) => (theme === 'light' ? -1 : 1) * (step - (steps[i] ?? 0)))
    expect(Math.min(...away)).toBeGreaterThan(8)
  })

  test('has one colour for one class', () => {
    expect(classColors(theme, 1)).toHaveLength(1)
  })

  test('differs from its hatch in every class', () => {
    for (const color of classColors(theme, 7)) {
      expect(Math.abs(lightness(hatchColor(color)) - lightness(color))).toBeGreaterThan(8)
    }
  })
})
