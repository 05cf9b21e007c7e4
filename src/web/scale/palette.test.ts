import { describe, expect, test } from 'vitest'
import { difference, lightness, seen, VISIONS } from '../../testing/color-vision.ts'
import { PALETTES, type PaletteName } from '../state/address/class-choice.ts'
import { colorOnMap, classColors as fillColors, hatchColor, type PaletteTheme } from './palette.ts'

/** Differences below about 2.3 cannot be seen at all; neighbours on a map need far more. */
const NEIGHBOURS_DIFFER_BY = 5

/** In lightness. Lines of one pixel need more than areas of a hexagon. */
const HATCH_DIFFERS_BY = 16

/** What is seen of a palette: its colours over land. */
const classColors = (palette: PaletteName, theme: PaletteTheme, classes: number) =>
  fillColors(palette, theme, classes).map((color) => colorOnMap(color, theme))

describe.each(PALETTES)('the palette %s', (palette) => {
  describe.each(['light', 'dark'] as const)('on %s', (theme) => {
    test.each([2, 3, 4, 5, 6, 7])(
      'of %i classes changes steadily in lightness, away from the background',
      (classes) => {
        const steps = classColors(palette, theme, classes).map(lightness)
        const away = steps.slice(1).map((step, i) => (theme === 'light' ? -1 : 1) * (step - (steps[i] ?? 0)))
        expect(Math.min(...away)).toBeGreaterThan(6)
      },
    )

    test.each(Object.keys(VISIONS))('has neighbouring classes that differ to %s vision', (vision) => {
      const colors = classColors(palette, theme, 7).map((color) => VISIONS[vision]?.(seen(color)) ?? expect.fail())
      const differences = colors.slice(1).map((color, i) => difference(color, colors[i] ?? color))
      expect(Math.min(...differences)).toBeGreaterThan(NEIGHBOURS_DIFFER_BY)
    })

    test('has one colour for one class', () => {
      expect(classColors(palette, theme, 1)).toHaveLength(1)
    })

    test('differs from its hatch in every class, as it is seen over land', () => {
      const over = fillColors(palette, theme, 7).map((color) => {
        const [line, between] = [hatchColor(color), color].map((each) => lightness(colorOnMap(each, theme)))
        return Math.abs((line ?? 0) - (between ?? 0))
      })
      expect(Math.min(...over)).toBeGreaterThan(HATCH_DIFFERS_BY)
    })
  })
})

test('the simulation tells a palette that is not safe', () => {
  const red = seen([190, 60, 40])
  const green = seen([110, 118, 40])
  expect(difference(red, green)).toBeGreaterThan(40)
  const blind = VISIONS.deuteranopia ?? expect.fail()
  expect(difference(blind(red), blind(green))).toBeLessThan(difference(red, green) / 3)
})
