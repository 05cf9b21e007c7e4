import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { archiveOf, type StreetServer, startStreetServer } from '../src/testing/street-tiles.ts'
import { type SeparateApplication, startSeparately } from './shared/separate-application.ts'

const VIEW = '/?at=41.38000,2.16000,12.50'

let application: SeparateApplication
let streets: StreetServer
let folder: string

base.beforeEach(async () => {
  streets = await startStreetServer('shortbread')
  folder = mkdtempSync(join(tmpdir(), 'squaremetre-e2e-tiles-'))
})

base.afterEach(async () => {
  await application.stop()
  await streets.close()
  rmSync(folder, { recursive: true })
})

base(
  'streets of another server come only when a reader asks, and the plain map stays without them @nightly',
  async ({ page }) => {
    application = await startSeparately('standard', {
      STREETS_URL: `${streets.origin}/style`,
      SPENDING_MODE: 'held-only',
    })
    await openMap(page)
    const menu = page.getByRole('dialog', { name: 'Map background' })
    const choose = async (name: string) => menu.getByRole('radio', { name, exact: true }).click()

    await base.step('nothing is requested before, and the menu says whom it contacts', async () => {
      await page.getByRole('button', { name: 'Map background' }).click()
      await expect(menu).toContainText(`The streets come from ${new URL(streets.origin).host}.`)
      expect(streets.asked).toEqual([])
      expect(await layersOf(page)).not.toContain('streets-major')
    })

    await base.step('a part of the page that does not arrive is not called a fault of the server', async () => {
      const program = /assets\/load-streets/
      await page.route(program, (route) => route.abort('connectionreset'))
      await choose('Streets')
      await expect(menu.getByRole('status')).toContainText('The program that draws streets could not be loaded.')
      expect(streets.asked).toEqual([])
      await page.unroute(program)
    })

    await base.step('a server that fails leaves the plain map, and that is said', async () => {
      streets.behave('fail')
      await menu.getByRole('button', { name: 'Try again' }).click()
      await expect(menu.getByRole('status')).toContainText('The streets could not be loaded from')
      await expect(menu.getByRole('status')).toContainText('You still see the plain map.')
      await expect.poll(() => layersOf(page)).toContain('finer-shores')
      expect(await layersOf(page)).not.toContain('streets-major')
      await expect(page.getByText('the map under the hexagons')).toHaveCount(0)
    })

    await base.step('another attempt draws water under the figures and streets over them', async () => {
      streets.behave('well')
      await menu.getByRole('button', { name: 'Try again' }).click()
      const attribution = page.getByText('GeoNames, Natural Earth · Test streets')
      await expect(attribution).toBeVisible()
      // A longer one would cover the map.
      expect((await attribution.innerText()).length).toBeLessThan(400)
      // The map says its layers when it is idle, shortly after the tiles have arrived.
      const order = async () =>
        (await layersOf(page)).filter((id) => /^(finer-land|streets-(water-0|major|names)|coast|towns)$/.test(id))
      await expect
        .poll(order)
        .toEqual(['finer-land', 'streets-water-0', 'coast', 'streets-major', 'streets-names', 'towns'])
    })

    await base.step('another theme recolours them, and the plain map comes back whole', async () => {
      await page.emulateMedia({ colorScheme: 'dark' })
      await choose('Plain')
      await expect.poll(() => layersOf(page)).not.toContain('streets-major')
      await expect(page.getByText('Test streets')).toHaveCount(0)
    })
  },
)

base('the operator’s own file of tiles is shown at once @nightly', async ({ page }) => {
  const file = join(folder, 'city.pmtiles')
  writeFileSync(file, archiveOf('protomaps', 14))
  application = await startSeparately('standard', { BASEMAP_URL: file, SPENDING_MODE: 'held-only' })
  await openMap(page)
  await expect(page.getByText('GeoNames, Natural Earth · Test tiles')).toBeVisible()
  await expect.poll(() => layersOf(page)).toContain('streets-land')
  expect(streets.asked).toEqual([])
})

async function openMap(page: Page): Promise<void> {
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  await page.goto(application.address + VIEW)
  await page.waitForFunction(
    () => document.querySelector<HTMLElement>('[data-testid=map]')?.dataset.ready === location.search,
  )
  expect(faults).toEqual([])
}

async function layersOf(page: Page): Promise<string[]> {
  return ((await page.getByTestId('map').getAttribute('data-layers')) ?? '').split(' ')
}
