import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as base, expect, type FrameLocator, type Page } from '@playwright/test'
import { drawFewFrames } from './shared/few-frames.ts'
import { expectNoViolationNightly } from './shared/no-violation.ts'
import { type SeparateApplication, startSeparately } from './shared/separate-application.ts'
import { enterOn, tabTo } from './shared/tab-to.ts'

const VIEW = 'at=41.39500,2.16800,11.60'

/** A page of another origin that keeps what the frame in it says in `window.heard`. */
const hostPage = (src: string) => `<!doctype html><html lang="en"><title>A blog</title>
<meta name="viewport" content="width=device-width">
<main><h1>Prices in Barcelona</h1>
<iframe src="${src}" title="Property prices" style="width: min(900px, 100%); height: 520px; border: 0"></iframe></main>
<script>window.heard = []; addEventListener('message', ({ data }) => heard.push(data))</script>`

const hosts: Server[] = []
const startHost = async (src: () => string): Promise<string> => {
  const host = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(hostPage(src())))
  hosts.push(host)
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(host.address() as AddressInfo).port}`
}

let application: SeparateApplication

base.afterEach(async () => {
  for (const host of hosts.splice(0)) host.close()
  await application.stop()
})

base(
  'a page of another origin shows held figures, talks with the map, and spends only if it may @nightly',
  async ({ page, browser }) => {
    const framed = () => `${application.address}/?${VIEW}&embed=1`
    const [blog, portal, stranger] = [await startHost(framed), await startHost(framed), await startHost(framed)]
    application = await startSeparately('standard', { EMBED_ORIGINS: blog, EMBED_SPENDING_ORIGINS: portal })
    const frame = page.frameLocator('iframe')

    await base.step('a stranger’s page cannot frame it', async () => {
      const refusal = page.waitForEvent('console', (line) => line.text().includes('frame-ancestors'))
      await page.goto(stranger)
      await refusal
      await expect(frame.getByTestId('map')).toHaveCount(0)
    })

    await base.step('a blog’s readers see what is held, and nothing is bought', async () => {
      await page.goto(blog)
      await drawn(frame)
      const { notBought } = await counts(frame)
      expect(notBought).toBeGreaterThan(100)
      expect(await callsSpent()).toBe(0)
      await expect(frame.getByRole('link', { name: 'Open in Squaremetre' })).toHaveAttribute(
        'href',
        expect.not.stringContaining('embed'),
      )
    })

    await base.step('a portal’s readers may buy', async () => {
      await page.goto(portal)
      await drawn(frame)
      await expect.poll(async () => (await counts(frame)).observed).toBeGreaterThan(20)
      expect(await callsSpent()).toBeGreaterThan(0)
    })

    const used = await callsSpent()
    await base.step('what was bought is there for the blog’s readers', async () => {
      await page.goto(blog)
      await drawn(frame)
      expect((await counts(frame)).observed).toBeGreaterThan(20)
    })

    await base.step('the blog shows another view, and hears of it', async () => {
      await say(page, { squaremetre: 'show', address: `?at=41.40000,2.17000,12.00&metric=median_price&palette=pink` })
      await expect
        .poll(() => heard(page))
        .toContainEqual({
          squaremetre: 'refused',
          message: expect.stringContaining('palette could not be read and was left out: “pink”'),
        })
      const address = expect.stringMatching(/^\?at=41\.40000,2\.17000,12\.00&metric=median_price&v=1$/)
      await expect.poll(() => heard(page)).toContainEqual({ squaremetre: 'moved', address })
      await drawn(frame)
      await say(page, { squaremetre: 'fly' })
      const message = expect.stringMatching(/^Expected .*, found \{ squaremetre: 'fly', address: undefined \}\.$/)
      await expect.poll(() => heard(page)).toContainEqual({ squaremetre: 'refused', message })
    })

    await base.step('what a link from a larger screen is about is named and in view', async () => {
      const areas = 'area=c41.40000,2.03000,1.2:08:West&area=c41.40000,2.31000,1.2:18:East'
      await say(page, { squaremetre: 'show', address: `?at=41.39500,2.16800,11.60&on=1440x900&${areas}` })
      await expect(frame.getByRole('list', { name: 'Compared areas' })).toHaveText('AWestBEast')
      for (const letter of ['A', 'B']) {
        await expect(frame.getByTestId('map').getByText(letter, { exact: true })).toBeInViewport({ ratio: 1 })
      }
      await say(page, { squaremetre: 'show', address: '?at=41.40000,2.17000,12.00&metric=median_price' })
      await expect(frame.getByRole('list', { name: 'Compared areas' })).toHaveCount(0)
      await drawn(frame)
    })

    await base.step('the blog hears of the hexagon that a reader chooses', async () => {
      await frame.getByTestId('map').click({ position: { x: 450, y: 260 } })
      await expect(frame.getByTestId('cell-card')).toBeVisible()
      await expect
        .poll(() => heard(page))
        .toContainEqual(
          expect.objectContaining({
            squaremetre: 'chosen',
            cell: expect.stringMatching(/^88/),
            as_of: expect.stringMatching(/^\d{4}-\d{2}-01$/),
          }),
        )
      await expectNoViolationNightly(page, 'a frame with a card')
    })

    await base.step('the keys walk in the frame, and a finger chooses on a phone', async () => {
      const chosen = (on: Page) => async () => (await heard(on)).filter((each) => isChosen(each)).length
      const before = await chosen(page)()
      await enterOn(frame.getByRole('button', { name: 'Close the card' }))
      await tabTo(frame.getByTestId('map').locator('canvas'))
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      await expect(frame.getByTestId('cell-card')).toBeVisible()
      await expect.poll(chosen(page)).toBeGreaterThan(before)

      const viewport = { width: 390, height: 844 }
      const phone = await browser.newContext({ viewport, hasTouch: true, isMobile: true, reducedMotion: 'reduce' })
      await drawFewFrames(phone)
      const screen = await phone.newPage()
      await screen.goto(blog)
      const held = screen.frameLocator('iframe')
      await drawn(held)
      await held.getByTestId('map').tap({ position: { x: 160, y: 200 } })
      await expect(held.getByTestId('cell-card')).toBeVisible()
      await expect.poll(chosen(screen)).toBeGreaterThan(0)
      await expectNoViolationNightly(screen, 'a frame on a phone')
      await phone.close()
    })
    expect(await callsSpent(), 'held figures cost nothing').toBe(used)
  },
)

function isChosen(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'cell' in message && message.cell !== null
}

async function drawn(frame: FrameLocator): Promise<void> {
  await expect(frame.getByTestId('map')).toHaveAttribute('data-ready', /./, { timeout: 60_000 })
}

async function counts(frame: FrameLocator): Promise<{ observed: number; notBought: number }> {
  const legend = frame.getByTestId('legend')
  const count = async (name: string) => Number(await legend.getAttribute(`data-${name}`))
  return { observed: await count('observed'), notBought: await count('not-bought') }
}

async function callsSpent(): Promise<number> {
  const answer: { calls_spent: number } = await (await fetch(`${application.address}/api/meter`)).json()
  return answer.calls_spent
}

function say(page: Page, message: unknown): Promise<void> {
  return page.evaluate((said) => {
    document.querySelector('iframe')?.contentWindow?.postMessage(said, '*')
  }, message)
}

function heard(page: Page): Promise<unknown[]> {
  return page.evaluate(() => (window as unknown as { heard: unknown[] }).heard)
}
