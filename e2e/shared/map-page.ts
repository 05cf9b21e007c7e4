import { expect, type Locator, type Page } from '@playwright/test'
import { cellToLatLng } from 'h3-js'
import type { Point, Shown } from './held-figures.ts'

/** How long the software GPU may take to draw a whole view that must be bought first. */
const DRAWN_LIMIT_MS = 120_000

/** A place on the screen, in CSS pixels. */
export interface Pixel {
  readonly x: number
  readonly y: number
}

/** The page as somebody uses it. Every wait is for a sign on the page, never for time. */
export class MapPage {
  readonly page: Page
  readonly map: Locator
  readonly legend: Locator
  readonly tip: Locator
  readonly card: Locator
  readonly search: Locator
  readonly circle: Locator
  /** What the open tab of the panel shows. */
  readonly panel: Locator
  readonly #goTo: (query: string) => Promise<unknown>

  /** `goTo` opens a query of the application; unless given, by loading the page. */
  constructor(page: Page, goTo: (query: string) => Promise<unknown> = (query) => page.goto(`/${query}`)) {
    this.page = page
    this.#goTo = goTo
    this.map = page.getByTestId('map')
    this.legend = page.getByTestId('legend')
    this.tip = page.getByTestId('hover-tip')
    this.card = page.getByTestId('cell-card')
    this.search = page.getByRole('combobox', { name: 'Find a place' })
    this.circle = page.getByRole('region', { name: /^Circle of/ })
    this.panel = page.getByRole('tabpanel')
  }

  /** Opens an address or a query of the application, and waits until everything is drawn. */
  async open(address = ''): Promise<void> {
    await (address.startsWith('http') ? this.page.goto(address) : this.#goTo(address))
    await this.drawn()
  }

  /** Goes to a query of the application that is open, as the back and forward buttons do: loading the page takes longer. */
  async goTo(query: string): Promise<void> {
    await goTo(this.page, query)
    await this.drawn()
  }

  /** Waits until everything that the address needs has arrived and is drawn. */
  async drawn(): Promise<void> {
    await this.page.waitForFunction(
      () => document.querySelector<HTMLElement>('[data-testid=map]')?.dataset.ready === location.search,
      undefined,
      { timeout: DRAWN_LIMIT_MS },
    )
  }

  /** Does something that changes the address, and waits until the result is drawn. */
  async changes(parameter: string, action: () => Promise<unknown>): Promise<void> {
    const before = this.parameter(parameter)
    await action()
    await this.page.waitForFunction(([name, old]) => new URLSearchParams(location.search).get(name) !== old, [
      parameter,
      before,
    ] as const)
    await this.drawn()
  }

  /** Returns a parameter of the address; null when it is absent. */
  parameter(name: string): string | null {
    return new URL(this.page.url()).searchParams.get(name)
  }

  /** Returns the camera's position. */
  view(): Point & { zoom: number } {
    const [lat = Number.NaN, lng = Number.NaN, zoom = Number.NaN] = (this.parameter('at') ?? '').split(',').map(Number)
    return { lat, lng, zoom }
  }

  /** Returns what is shown, from the legend and the address. */
  async shown(): Promise<Shown> {
    const { asOf = '', resolution } = await this.#legendData()
    return { as_of: asOf, lens: this.parameter('lens') ?? 'default', resolution: Number(resolution) }
  }

  /** Returns the legend's counts of cells by state, and the cells in the sea, which it does not list. */
  async counts() {
    const { observed, estimated, tooFew, noListings, notCovered, ...others } = await this.#legendData()
    const { notBought, finerThanPlan, failed, loading, sea } = others
    const known = { observed, estimated, tooFew, noListings, notCovered }
    const numbers = { ...known, notBought, finerThanPlan, failed, loading, sea }
    return Object.fromEntries(Object.entries(numbers).map(([state, count]) => [state, Number(count)])) as Record<
      keyof typeof numbers,
      number
    >
  }

  async #legendData(): Promise<Record<string, string | undefined>> {
    return this.legend.evaluate((element) => ({ ...(element as HTMLElement).dataset }))
  }

  /** Returns the ids of the map's layers, from bottom to top. */
  async layers(): Promise<string[]> {
    return ((await this.map.getAttribute('data-layers')) ?? '').split(' ')
  }

  /** Returns the metered calls that the page's proxy has made, and those that the service has counted. */
  async calls(): Promise<{ spent: number; used: number }> {
    // A journey may have an application of its own, which is not the one that paths lead to.
    const url = this.page.url()
    const meter = url.startsWith('http') ? new URL('/api/meter', url).href : '/api/meter'
    const { calls_spent, used } = await (await this.page.request.get(meter)).json()
    return { spent: calls_spent, used }
  }

  /** Returns a geographic point's position on the screen. */
  async pixelOf({ lat, lng }: Point): Promise<Pixel> {
    const box = await this.map.boundingBox()
    if (!box) throw new Error('expected a map on the page, found none')
    const at = this.view()
    const world = 512 * 2 ** at.zoom
    return {
      x: box.x + box.width / 2 + (mercatorX(lng) - mercatorX(at.lng)) * world,
      y: box.y + box.height / 2 + (mercatorY(lat) - mercatorY(at.lat)) * world,
    }
  }

  /** Returns the middle of a cell on the screen; null when it is out of sight or covered by a panel or control. */
  async openPixelOf(cell: string): Promise<Pixel | null> {
    const [lat, lng] = cellToLatLng(cell)
    const pixel = await this.pixelOf({ lat, lng })
    const isOpen = await this.page.evaluate(
      ({ x, y }) => document.elementFromPoint(x, y)?.matches('[data-testid=map] canvas') ?? false,
      pixel,
    )
    return isOpen ? pixel : null
  }

  /** Types into the search and waits until the first result has this text. */
  async find(name: string, says: string | RegExp): Promise<Locator> {
    await this.search.fill(name)
    const first = this.page.getByRole('option').first()
    await expect(first).toContainText(says)
    return first
  }

  async hover({ x, y }: Pixel): Promise<void> {
    // Starts beside it, because a pointer that does not move sends the map no event.
    await this.page.mouse.move(x + 2, y + 2)
    await this.page.mouse.move(x, y)
    await expect(this.tip).toBeVisible()
  }

  /** Clicks a cell, which opens its card. */
  async choose({ x, y }: Pixel): Promise<void> {
    await this.changes('cell', () => this.page.mouse.click(x, y))
    await expect(this.card).toBeVisible()
  }

  /** Moves the map by a hundred pixels with each press of Shift and an arrow key, and waits for the final view. */
  async pan(key: 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown', times: number): Promise<void> {
    await this.map.locator('canvas').focus()
    await this.changes('at', async () => {
      for (let i = 0; i < times; i++) await this.page.keyboard.press(`Shift+${key}`)
    })
  }

  /** Draws a first circle with the keys: around the middle of the view, with the radius that a click would give it. */
  async drawCircle(): Promise<void> {
    await this.page.getByRole('button', { name: 'Draw a circle', exact: true }).press('Enter')
    await expect(this.map.locator('canvas')).toBeFocused()
    await this.changes('area', async () => {
      for (let presses = 0; presses < 2; presses++) await this.page.keyboard.press('Enter')
    })
  }

  /** Opens a tab of the panel. */
  async tab(name: 'Map' | 'Places' | 'Compare'): Promise<void> {
    await this.page.getByRole('tab', { name }).click()
  }

  /** Chooses the metric that colours the map. */
  async colourBy(metric: string): Promise<void> {
    await this.tab('Map')
    await this.panel.getByRole('button', { name: /Colour by/ }).click()
    await this.changes('metric', () => this.page.getByRole('option', { name: metric, exact: true }).click())
  }

  /** Returns the description of a term in a list. */
  definition(within: Locator, term: string): Locator {
    return within
      .getByRole('term')
      .filter({ hasText: new RegExp(`^${term.replaceAll(' ', '\\s')}$`) })
      .locator('xpath=following-sibling::dd')
  }
}

/** Goes to a query of the application that a page shows, without loading the page. */
export async function goTo(page: Page, query: string): Promise<void> {
  await page.evaluate((search) => {
    history.pushState(null, '', search)
    dispatchEvent(new PopStateEvent('popstate'))
  }, query)
}

function mercatorX(lng: number): number {
  return (lng + 180) / 360
}

function mercatorY(lat: number): number {
  return (1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2
}
