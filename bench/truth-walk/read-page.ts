import type { Page } from '@playwright/test'

/** A panel about an area or a cell, as text. */
export interface PanelSeen {
  readonly title: string
  readonly lines: readonly string[]
  /** Terms and descriptions. */
  readonly terms: readonly (readonly [term: string, description: string])[]
  /** The chart's label. */
  readonly chart: string | null
  /** The names of the buttons in it. */
  readonly buttons: readonly string[]
}

/** Everything that the page says at one moment. */
export interface Seen {
  readonly search: string
  readonly legend: {
    readonly data: Readonly<Record<string, string>>
    readonly lines: readonly string[]
    readonly heading: string
    readonly classes: readonly { readonly label: string; readonly color: readonly [number, number, number] }[]
    readonly counts: readonly (readonly [label: string, count: string])[]
    readonly owner: string
    readonly offer: string | null
  }
  readonly card: (PanelSeen & { readonly state: string }) | null
  readonly circle: PanelSeen | null
  readonly place: (PanelSeen & { readonly level: string; readonly within: readonly string[] }) | null
}

/** Words that stand on the page only while something is on its way. */
const UNDER_WAY = 'Loading|Looking up the places|Trying again…|on their way|Buying…'

/** Waits until the address is drawn, nothing is on its way and what stands on the page has stopped changing. */
export async function settle(page: Page, limitMs = 240_000): Promise<void> {
  await page.evaluate(() => {
    const walk = window as { stillSince?: number; watching?: boolean }
    walk.stillSince = performance.now()
    if (walk.watching) return
    walk.watching = true
    new MutationObserver(() => {
      walk.stillSince = performance.now()
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  })
  try {
    await page.waitForFunction(
      (underWay) => {
        const map = document.querySelector<HTMLElement>('[data-testid=map]')
        const isStill = performance.now() - ((window as { stillSince?: number }).stillSince ?? 0) > 350
        return isStill && map?.dataset.ready === location.search && !new RegExp(underWay).test(document.body.innerText)
      },
      UNDER_WAY,
      { timeout: limitMs, polling: 100 },
    )
  } catch (cause) {
    throw new Error(`not at rest after ${limitMs / 1000} s: ${await unrestOf(page)}`, { cause })
  }
}

/** Returns what a page that does not come to rest is waiting for, as far as it shows. */
function unrestOf(page: Page): Promise<string> {
  return page.evaluate((underWay) => {
    const map = document.querySelector<HTMLElement>('[data-testid=map]')
    const legend = document.querySelector<HTMLElement>('[data-testid=legend]')
    const words = new RegExp(`.*(${underWay}).*`).exec(document.body.innerText)?.[0] ?? 'no words'
    return JSON.stringify({ drawn: map?.dataset.ready, address: location.search, words, legend: legend?.dataset })
  }, UNDER_WAY)
}

/** Opens a legend that is a strip. */
export async function openLegend(page: Page): Promise<void> {
  const strip = page.locator('[data-testid=legend][data-strip]:not([data-open]) button[aria-expanded=false]').first()
  if (await strip.isVisible()) await strip.click()
}

/** Reads what the page says. The legend has to be open. */
export function readPage(page: Page): Promise<Seen> {
  return page.evaluate(() => {
    // Months hold together by joiners, which nobody sees.
    const plain = (text: string) =>
      text
        .replace(/\u2060/g, '')
        .replace(/\s+/g, ' ')
        .trim()
    const linesOf = (element: HTMLElement | null) =>
      (element?.innerText ?? '').split('\n').flatMap((line) => (plain(line) === '' ? [] : [plain(line)]))
    const textsOf = (root: ParentNode | null, selector: string) =>
      [...(root?.querySelectorAll<HTMLElement>(selector) ?? [])].map(({ innerText }) => innerText.trim())
    const panelOf = (section: HTMLElement | null) => {
      if (section === null) return null
      const terms = [...section.querySelectorAll('dt')].map(
        (term) => [term.innerText, (term.nextElementSibling as HTMLElement | null)?.innerText ?? ''] as const,
      )
      return {
        title: section.querySelector<HTMLElement>('h2, h3')?.innerText ?? '',
        lines: linesOf(section),
        terms,
        chart: section.querySelector('svg[role=img]')?.getAttribute('aria-label') ?? null,
        buttons: textsOf(section, 'button'),
      }
    }
    const colorOf = (element: Element | null): [number, number, number] => {
      const [red = 0, green = 0, blue = 0] = (
        element ? (getComputedStyle(element).backgroundColor.match(/[\d.]+/g) ?? []) : []
      ).map(Number)
      return [red, green, blue]
    }
    const sectionWith = (selector: string) => document.querySelector(selector)?.closest<HTMLElement>('section') ?? null
    const legend = document.querySelector<HTMLElement>('[data-testid=legend]')
    const classes = [
      ...(legend?.querySelectorAll<HTMLElement>('[aria-label="Classes, lowest to highest"] button') ?? []),
    ]
    const owner = document.querySelector<HTMLElement>('[data-testid=classes]')
    const card = document.querySelector<HTMLElement>('[data-testid=cell-card]')
    const cardPanel = panelOf(card?.closest<HTMLElement>('section') ?? null)
    const circle = document.querySelector<HTMLElement>('[data-testid=tray] section[aria-label^="Circle of"]')
    const place = sectionWith('button[aria-label="Close this place"]')
    const placePanel = panelOf(place)
    return {
      search: location.search,
      legend: {
        data: { ...legend?.dataset } as Record<string, string>,
        lines: linesOf(legend),
        heading: legend?.querySelector('h2')?.innerText ?? '',
        classes: classes.map((each) => ({
          label: each.getAttribute('aria-label') ?? '',
          color: colorOf(each.lastElementChild),
        })),
        counts: [...(legend?.querySelectorAll<HTMLElement>('[aria-label="Cells in view"] li') ?? [])].map((line) => {
          const [label = '', count = ''] = textsOf(line, 'span').filter((text) => text !== '')
          return [label, count] as const
        }),
        owner: owner?.querySelector('p')?.innerText ?? '',
        offer: textsOf(owner, 'button').find((text) => text.startsWith('Use the')) ?? null,
      },
      card: card && cardPanel ? { ...cardPanel, state: card.dataset.state ?? '' } : null,
      circle: panelOf(circle),
      place: placePanel && {
        ...placePanel,
        level: place?.querySelector('header p')?.textContent ?? '',
        within: textsOf(place, 'nav li'),
      },
    }
  })
}
