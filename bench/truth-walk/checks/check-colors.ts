import type { Page } from '@playwright/test'
import { cellToBoundary, cellToLatLng } from 'h3-js'
import type { Dice } from '../dice.ts'
import type { Findings } from '../findings.ts'
import type { Seen } from '../read-page.ts'
import type { Sight } from '../service-answers.ts'
import { isMoney } from '../words.ts'
import { breaksDrawn, breaksIn, classAt, type ViewTruth } from './check-legend.ts'

type Color = readonly [number, number, number]
interface Pixel {
  readonly x: number
  readonly y: number
}

/** Cells looked at in each view. */
const CELLS = 12
/** Narrower hexagons have too few pixels. */
const NARROWEST_PX = 12
/** How far a drawn colour may be from the legend's at most: the figures are drawn a little translucent. */
const NEAR = 40
/** Labels, roads and edges cover some of a cell's pixels; with fewer left, nothing can be said. */
const LEAST_PIXELS = 5

/** What lies over the cells outside a chosen place: a colour, and how much it covers. */
const WASH: Readonly<Record<'light' | 'dark', { color: Color; cover: number }>> = {
  light: { color: [238, 241, 245], cover: 130 / 255 },
  dark: { color: [18, 23, 30], cover: 112 / 255 },
}

/** Where a cell lies relative to the chosen place; `across` its outline, nothing is compared. */
export type Lying = 'inside' | 'outside' | 'across'

interface Drawn {
  readonly truth: ViewTruth
  readonly sight: Sight
  readonly theme: 'light' | 'dark'
  readonly lyingOf: (cell: string) => Lying
}

/**
 * Compares the colours drawn on the map with the legend's colour of each cell's class, by the picture itself; outside a
 * chosen place, with that colour under the wash.
 */
export async function checkColors(
  page: Page,
  seen: Seen,
  { truth, sight, theme, lyingOf }: Drawn,
  dice: Dice,
  findings: Findings,
): Promise<void> {
  const breaks = breaksIn(seen.search)
  const { classes } = seen.legend
  if (breaks === null || classes.length < 2) return
  const drawnBy = breaksDrawn(breaks.at, isMoney(truth.metric) ? truth.rate : 1)
  const valued = [...truth.rows].flatMap(([cell, row]) => {
    const value = row?.[truth.metric] ?? null
    // The hatch of an estimated cell mixes two colours.
    return value === null || row?.estimated ? [] : [{ cell, value }]
  })
  const colorsOf: Readonly<Record<'inside' | 'outside', readonly Color[]>> = {
    inside: classes.map(({ color }) => color),
    outside: classes.map(({ color }) => under(WASH[theme], color)),
  }
  const picked = Array.from({ length: Math.min(CELLS, valued.length) }, () => dice.pick(valued))
  const samples = picked.map(({ cell }) => pixelsOf(cell, sight)).map((pixels) => pixels ?? [])
  const colors = await openColorsAt(page, samples.flat())
  let next = 0
  for (const [index, { cell, value }] of picked.entries()) {
    const own = colors.slice(next, next + (samples[index]?.length ?? 0))
    next += own.length
    const lying = lyingOf(cell)
    if (lying === 'across') continue
    const expected = colorsOf[lying]
    // The wash brings colours closer to one another, and to that of the ground.
    const widest = lying === 'inside' ? NEAR : NEAR * (1 - WASH[theme].cover)
    // Colours equally near to another class are skipped: the shadows of panels darken the map around them.
    const near = Math.min(widest, leastDistance(expected) / 2)
    const votes = own.flatMap((color) => (color === null ? [] : (nearest(color, expected, near) ?? [])))
    if (votes.length < LEAST_PIXELS) continue
    const drawn = mostOften(votes)
    const kind = lying === 'inside' ? 'colours' : 'colours under the wash'
    findings.same(`${kind}: ${cell} of ${value}`, classAt(value, drawnBy), drawn)
  }
}

function under({ color: wash, cover }: (typeof WASH)['light'], color: Color): Color {
  const [red, green, blue] = color.map((channel, i) => channel * (1 - cover) + (wash[i] ?? 0) * cover)
  return [red ?? 0, green ?? 0, blue ?? 0]
}

function nearest(color: Color, expected: readonly Color[], near: number): number | null {
  const distances = expected.map((each) => distance(color, each))
  const least = Math.min(...distances)
  return least <= near ? distances.indexOf(least) : null
}

function distance(one: Color, other: Color): number {
  return Math.hypot(...one.map((channel, i) => channel - (other[i] ?? 0)))
}

/** Returns how far the two colours are apart that are nearest to one another. */
function leastDistance(colors: readonly Color[]): number {
  return Math.min(...colors.flatMap((one, i) => colors.slice(i + 1).map((other) => distance(one, other))))
}

function mostOften(votes: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const vote of votes) counts.set(vote, (counts.get(vote) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? Number.NaN
}

/** Pixels well inside a cell; null for a cell that is too small on the screen. */
function pixelsOf(cell: string, sight: Sight): Pixel[] | null {
  const centre = pixelOf(cellToLatLng(cell), sight)
  const corners = cellToBoundary(cell).map((corner) => pixelOf(corner, sight))
  const radius = Math.min(...corners.map(({ x, y }) => Math.hypot(x - centre.x, y - centre.y)))
  if (2 * radius < NARROWEST_PX) return null
  const inner = [0.25, 0.5].flatMap((share) =>
    corners.map(({ x, y }) => ({ x: centre.x + share * (x - centre.x), y: centre.y + share * (y - centre.y) })),
  )
  return [centre, ...inner]
}

export function pixelOf([lat, lng]: readonly [number, number] | readonly number[], sight: Sight): Pixel {
  const world = 512 * 2 ** sight.zoom
  const y = (degrees: number) => (1 - Math.asinh(Math.tan((degrees * Math.PI) / 180)) / Math.PI) / 2
  return {
    x: sight.width / 2 + (((lng ?? 0) - sight.lng) / 360) * world,
    y: sight.height / 2 + (y(lat ?? 0) - y(sight.lat)) * world,
  }
}

/** Returns the colours at pixels of the map, null where something covers it. */
async function openColorsAt(page: Page, pixels: readonly Pixel[]): Promise<(Color | null)[]> {
  const picture = (await page.screenshot({ scale: 'css' })).toString('base64')
  return page.evaluate(
    async ({ picture, pixels }) => {
      const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      context?.drawImage(bitmap, 0, 0)
      return pixels.map(({ x, y }): [number, number, number] | null => {
        if (!document.elementFromPoint(x, y)?.matches('[data-testid=map] canvas')) return null
        const [red = 0, green = 0, blue = 0] = context?.getImageData(Math.round(x), Math.round(y), 1, 1).data ?? []
        return [red, green, blue]
      })
    },
    { picture, pixels },
  )
}
