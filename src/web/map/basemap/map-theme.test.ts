import { expect, test } from 'vitest'
import { mapTheme } from './map-theme.ts'

type Rgb = readonly [number, number, number]

// As WCAG defines it.
function luminance(color: Rgb): number {
  const [r, g, b] = color.map((part) => (part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4))
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0)
}

function contrast(a: Rgb, b: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other)
  return (lighter + 0.05) / (darker + 0.05)
}

function bytesOf(hex: string): Rgb {
  const at = (from: number) => Number.parseInt(hex.slice(from, from + 2), 16)
  return [at(1), at(3), at(5)]
}

test.each(['light', 'dark'] as const)('on %s land, the dot of a hexagon without a figure can be seen', (theme) => {
  const { land, tooFew } = mapTheme(theme)
  const [r, g, b, alpha] = tooFew
  const ground = bytesOf(land)
  const over = (part: number, below: number) => (part * alpha + below * (255 - alpha)) / 255
  expect(contrast([over(r, ground[0]), over(g, ground[1]), over(b, ground[2])], ground)).toBeGreaterThanOrEqual(3)
})
