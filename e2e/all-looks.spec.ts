import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { drawFewFrames } from './shared/few-frames.ts'
import { LOOKS, MORE_LOOKS } from './shared/looks.ts'
import { MapPage } from './shared/map-page.ts'
import { addressOfWorker } from './shared/shared-application.ts'

/** The sizes in which the page is reviewed; the last is a laptop's screen enlarged to 200 %. */
const SIZES = {
  '1440×900': { width: 1440, height: 900 },
  '1024×768': { width: 1024, height: 768 },
  '390×844': { width: 390, height: 844, isMobile: true },
  '844×390': { width: 844, height: 390, isMobile: true },
  '320×640': { width: 320, height: 640, isMobile: true },
  '1440×900 at 200 %': { width: 720, height: 450, deviceScaleFactor: 2 },
}
const FOLDER = 'test-results/looks'
const ALL = [...LOOKS, ...MORE_LOOKS]

for (const [size, { width, height, ...device }] of Object.entries(SIZES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${size}, ${colorScheme}`, async ({ browser }, { parallelIndex }) => {
      test.setTimeout(10 * 60_000)
      const isPhone = 'isMobile' in device
      const baseURL = addressOfWorker(parallelIndex)
      const context = await browser.newContext({
        ...device,
        viewport: { width, height },
        hasTouch: isPhone,
        colorScheme,
        reducedMotion: 'reduce',
        baseURL,
        storageState: {
          cookies: [],
          origins: [{ origin: baseURL, localStorage: [{ name: 'squaremetre.tour', value: 'seen' }] }],
        },
      })
      await drawFewFrames(context)
      const page = await context.newPage()
      const map = new MapPage(page)
      mkdirSync(FOLDER, { recursive: true })
      for (const { name, arrive } of ALL) {
        await test.step(name, async () => {
          const path = `${FOLDER}/${name}, ${size}, ${colorScheme}.png`
          // One of an earlier run would pass for this one's.
          rmSync(path, { force: true })
          try {
            // A panel as narrow as a phone's has a phone's buttons.
            await arrive(map, isPhone || height < 500)
            await map.drawn()
            await page.screenshot({ path })
          } catch (error) {
            // The other pictures do not depend on this one.
            expect.soft(null, `no picture of ${name}: ${error}`).not.toBeNull()
          }
        })
      }
      await context.close()
    })
  }
}

test.afterAll(() => {
  const figure = (name: string) =>
    `<figure><img src="${encodeURIComponent(name)}.png" loading="lazy"><figcaption>${name}</figcaption></figure>`
  const rows = ALL.map(({ name }) => {
    const shots = Object.keys(SIZES).flatMap((size) => [`${name}, ${size}, light`, `${name}, ${size}, dark`])
    return `<h2>${name}</h2><div>${shots.map(figure).join('')}</div>`
  })
  const style =
    'body{font:14px system-ui;background:#888}div{display:flex;flex-wrap:wrap;gap:12px}figure{margin:0}img{height:420px;display:block}'
  writeFileSync(
    `${FOLDER}/index.html`,
    `<!doctype html><meta charset="utf-8"><title>All looks</title><style>${style}</style>${rows.join('')}`,
  )
})
