import { expect, type Locator, type Page } from '@playwright/test'
import { cellToLatLng } from 'h3-js'
import type { Point, Shown } from './held-figures.ts'

/** How long the software GPU may take to draw all of a view that has to be bought first. */
const DRAWN_LIMIT_MS = 40_000

/** A place on the screen, in CSS pixels. */
export interface Pixel {
  readonly x: number
  readonly y: number
}

/** The page as somebody uses it. Every wait is for what the page itself says, never for time. */
export class MapPage {
  readonly page: Page
  readonly map: Locator
  readonly legend: Locator
  readonly tip: Locator
  readonly card: Locator
  readonly search: Locator
  readonly circle: Locator
  readonly #goTo: (query: string) => Promise<unknown>

  /** `goTo` goes to a query of the application's own; a page that loads it unless told otherwise. */
  constructor(page: Page, goTo: (query: string) => Promise<unknown> = (query) => page.goto(`/${query}`)) {
    this.page = page
    this.#goTo = goTo
    this.map = page.getByTestId('map')
    this.legend = page.getByTestId('legend')
    this.tip = page.getByTestId('hover-tip')
    this.card = page.getByTestId('cell-card')
    this.search = page.getByRole('combobox', { name: 'Find a place' })
    this.circle = page.getByRole('region', { name: /^Circle of/ })
  }

  /** Opens an address, or a query of the application's own, and waits until all of it is drawn. */
  async open(address = ''): Promise<void> {
    await (address.startsWith('http') ? this.page.goto(address) : this.#goTo(address))
    await this.drawn()
  }

  /** Waits until everything that the address asks for has come and is drawn. */
  async drawn(): Promise<void> {
    await this.page.waitForFunction(
      () => document.querySelector<HTMLElement>('[data-testid=map]')?.dataset.ready === location.search,
      undefined,
      { timeout: DRAWN_LIMIT_MS },
    )
  }

  /** Does something that changes a part of the address, and waits until all that follows from it is drawn. */
  async changes(parameter: string, action: () => Promise<unknown>): Promise<void> {
    const before = this.parameter(parameter)
    await action()
    await this.page.waitForFunction(([name, old]) => new URLSearchParams(location.search).get(name) !== old, [
      parameter,
      before,
    ] as const)
    await this.drawn()
  }

  /** A parameter of the address; null where it is left out. */
  parameter(name: string): string | null {
    return new URL(this.page.url()).searchParams.get(name)
  }

  /** Where the camera is. */
  view(): Point & { zoom: number } {
    const [lat = Number.NaN, lng = Number.NaN, zoom = Number.NaN] = (this.parameter('at') ?? '').split(',').map(Number)
    return { lat, lng, zoom }
  }

  /** What is shown, as the legend and the address say. */
  async shown(): Promise<Shown> {
    const { asOf = '', resolution } = await this.#legendData()
    return { as_of: asOf, lens: this.parameter('lens') ?? 'default', resolution: Number(resolution) }
  }

  /** The legend's counts of cells by state. */
  async counts() {
    const { observed, estimated, tooFew, noListings, notBought, failed, loading } = await this.#legendData()
    const numbers = { observed, estimated, tooFew, noListings, notBought, failed, loading }
    return Object.fromEntries(Object.entries(numbers).map(([state, count]) => [state, Number(count)])) as Record<
      keyof typeof numbers,
      number
    >
  }

  async #legendData(): Promise<Record<string, string | undefined>> {
    return this.legend.evaluate((element) => ({ ...(element as HTMLElement).dataset }))
  }

  /** Ids of the layers that the map draws, from bottom to top. */
  async layers(): Promise<string[]> {
    return ((await this.map.getAttribute('data-layers')) ?? '').split(' ')
  }

  /** Metered calls that the proxy has made, and that the service has counted. */
  async calls(): Promise<{ spent: number; used: number }> {
    const { calls_spent, used } = await (await this.page.request.get('/api/meter')).json()
    return { spent: calls_spent, used }
  }

  /** Where a point on the ground is on the screen. */
  async pixelOf({ lat, lng }: Point): Promise<Pixel> {
    const box = await this.map.boundingBox()
    if (!box) throw new Error('the map is not on the page')
    const at = this.view()
    const world = 512 * 2 ** at.zoom
    return {
      x: box.x + box.width / 2 + (mercatorX(lng) - mercatorX(at.lng)) * world,
      y: box.y + box.height / 2 + (mercatorY(lat) - mercatorY(at.lat)) * world,
    }
  }

  /** The middle of a cell on the screen; null where a panel or a control lies over it, or it is out of sight. */
  async openPixelOf(cell: string): Promise<Pixel | null> {
    const [lat, lng] = cellToLatLng(cell)
    const pixel = await this.pixelOf({ lat, lng })
    const isOpen = await this.page.evaluate(
      ({ x, y }) => document.elementFromPoint(x, y)?.matches('[data-testid=map] canvas') ?? false,
      pixel,
    )
    return isOpen ? pixel : null
  }

  /** Types into the search and waits for the first result, which is to say this. */
  async find(name: string, says: string | RegExp): Promise<Locator> {
    await this.search.fill(name)
    const first = this.page.getByRole('option').first()
    await expect(first).toContainText(says)
    return first
  }

  async hover({ x, y }: Pixel): Promise<void> {
    // From beside it, since a pointer that does not move tells the map nothing.
    await this.page.mouse.move(x + 2, y + 2)
    await this.page.mouse.move(x, y)
    await expect(this.tip).toBeVisible()
  }

  /** Clicks a cell, which opens its card. */
  async choose({ x, y }: Pixel): Promise<void> {
    await this.changes('cell', () => this.page.mouse.click(x, y))
    await expect(this.card).toBeVisible()
  }

  /** Moves the map by a hundred pixels at each press of an arrow key, and waits for the view where it ends. */
  async pan(key: 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown', times: number): Promise<void> {
    await this.map.locator('canvas').focus()
    await this.changes('at', async () => {
      for (let i = 0; i < times; i++) await this.page.keyboard.press(key)
    })
  }

  /** What a list of terms says of one. */
  definition(within: Locator, term: string): Locator {
    return within
      .getByRole('term')
      .filter({ hasText: new RegExp(`^${term}$`) })
      .locator('xpath=following-sibling::dd')
  }
}

function mercatorX(lng: number): number {
  return (lng + 180) / 360
}

function mercatorY(lat: number): number {
  return (1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2
}
