import type { Page } from '@playwright/test'
import { expect, freshTest as test } from './shared/journey.ts'

test('two maps print in the colours of the light theme, whatever the screen shows @nightly-desktop', async ({
  page,
  map,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await map.open('?at=41.39500,2.16800,10.80&beside=ad_sub_type%3Drent')
  await notePrints(page)
  await page.pdf()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await map.drawn()
  await page.pdf()

  const [fromLight = [], fromDark = []] = await prints(page)
  expect(fromLight.map(({ colors }) => colors > 100)).toEqual([true, true])
  expect(fromDark.map(({ ground }) => ground)).toEqual(fromLight.map(({ ground }) => ground))
  await expect(page.locator('html'), 'the screen is as before').toHaveAttribute('data-theme', 'dark')
  await expect(page.locator('canvas[class*=printed]')).toHaveCount(0)
})

test('compared areas have their letters on paper @nightly-desktop', async ({ page, map }) => {
  await map.open('?at=41.39500,2.16800,10.80&area=c41.39500,2.16800,3:0')
  await page.evaluate(() => {
    const onPaper = { disc: '', screen: '' }
    Object.assign(window, { onPaper })
    window.addEventListener('beforeprint', () => {
      const copy = document.querySelector<HTMLCanvasElement>('canvas[class*=printed]')
      const chip = document.querySelector('[data-handle="A middle"]')
      const map = document.querySelector('[data-testid=map]')
      if (!copy || !chip || !map) throw new Error('expected a copy of the map and the letter of an area')
      const [box, frame] = [chip.getBoundingClientRect(), map.getBoundingClientRect()]
      const ratio = copy.width / frame.width
      // Left of the letter, on its disc.
      const x = (box.left + box.width / 4 - frame.left) * ratio
      const y = (box.top + box.height / 2 - frame.top) * ratio
      const [red, green, blue] = copy.getContext('2d')?.getImageData(x, y, 1, 1).data ?? []
      onPaper.disc = `rgb(${red}, ${green}, ${blue})`
      onPaper.screen = getComputedStyle(chip).backgroundColor
    })
  })
  await page.pdf()
  const onPaper = await page.evaluate(() => (window as unknown as { onPaper: Record<string, string> }).onPaper)
  expect(onPaper.disc).toMatch(/^rgb\(\d+, \d+, \d+\)$/)
  expect(onPaper.disc).toBe(onPaper.screen)
})

test('a window with little room prints as many pages as a tall one @nightly-desktop', async ({ page, map }) => {
  await page.setViewportSize({ width: 1440, height: 1400 })
  await map.open('?at=41.39500,2.16800,11.60&area=c41.39000,2.16000,2:08&area=c41.42000,2.19000,1:08')
  const whole = pagesOf(await page.pdf({ format: 'A4' }))
  expect(whole).toBeGreaterThan(1)
  await page.setViewportSize({ width: 1440, height: 900 })
  await map.drawn()
  expect(pagesOf(await page.pdf({ format: 'A4' }))).toBe(whole)
})

function pagesOf(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

interface Print {
  /** The most frequent one, which is that of the ground or of the sea. */
  readonly ground: number | undefined
  /** How many different ones there are. */
  readonly colors: number
}

/** From now on notes both maps of each print, after the page's own listeners, as the browser itself does. */
async function notePrints(page: Page): Promise<void> {
  await page.evaluate(() => {
    const prints: Print[][] = []
    Object.assign(window, { prints })
    const colorsOf = (canvas: HTMLCanvasElement): Print => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {}
      if (data === undefined) throw new Error('expected a copy of the map, found its canvas')
      const counts = new Map<number, number>()
      for (const color of new Uint32Array(data.buffer)) counts.set(color, (counts.get(color) ?? 0) + 1)
      const [most] = [...counts].sort(([, a], [, b]) => b - a)
      return { ground: most?.[0], colors: counts.size }
    }
    window.addEventListener('beforeprint', () => {
      const copies = document.querySelectorAll<HTMLCanvasElement>('canvas[class*=printed]')
      prints.push([...copies].map(colorsOf))
    })
  })
}

/** Returns what has been noted, print by print. */
function prints(page: Page): Promise<Print[][]> {
  return page.evaluate(() => (window as unknown as { prints: Print[][] }).prints)
}
