import type { Page } from '@playwright/test'
import type { Pixel } from './map-page.ts'

export type Color = readonly [red: number, green: number, blue: number]

/** Returns the page's colours at some pixels. */
export async function colorsAt(page: Page, pixels: readonly Pixel[]): Promise<Color[]> {
  return colorsOn(page, await page.screenshot({ scale: 'css' }), pixels)
}

/** Returns the colours of a PNG at some of its pixels; the page reads it. */
export function colorsOn(page: Page, png: Buffer, pixels: readonly Pixel[]): Promise<Color[]> {
  return page.evaluate(
    async ({ picture, pixels }) => {
      const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      context?.drawImage(bitmap, 0, 0)
      return pixels.map(({ x, y }): [number, number, number] => {
        const [red = 0, green = 0, blue = 0] = context?.getImageData(Math.round(x), Math.round(y), 1, 1).data ?? []
        return [red, green, blue]
      })
    },
    { picture: png.toString('base64'), pixels },
  )
}

/** Returns the index of the nearest colour; null when none is near. */
export function nearestColor(color: Color, among: readonly Color[], within = 40): number | null {
  const distances = among.map((other) => Math.hypot(...color.map((channel, i) => channel - (other[i] ?? 0))))
  const least = Math.min(...distances)
  return least <= within ? distances.indexOf(least) : null
}
