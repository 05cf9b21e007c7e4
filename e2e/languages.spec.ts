import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, freshTest, test } from './shared/journey.ts'

const CATALOGUE = new URL('../src/web/language/catalogues/es.json', import.meta.url)
/** Names, units and the attribution, which are the same in every language. */
const SAME = 'Squaremetre OpenStreetMap contributors GeoNames Natural Earth USD km CSV Excel GeoJSON GeoParquet'
/** A word of react-aria's own, in Spanish. */
const WIDGETS = 'Descartar'

/** Serves a catalogue in which every message is itself between ⟦ and ⟧, so that whatever else the page says stands out. */
async function markMessages(page: Page): Promise<void> {
  const messages = Object.keys(JSON.parse(readFileSync(CATALOGUE, 'utf8')))
  const marked = Object.fromEntries(messages.map((message) => [message, `⟦${message}⟧`]))
  const body = `const words = ${JSON.stringify(marked)}\nexport { words as default }`
  await page.route('**/assets/es-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body }))
}

/** Collects the words of places and of the service's notes, which stay as the service writes them. */
function noteServiceWords(page: Page): Set<string> {
  const words = new Set<string>()
  page.on('response', async (response) => {
    if (!/\/public\/v1\/(geo|coverage|hexes)|\/api\/(search|known-places)/.test(response.url())) return
    for (const word of wordsOf(await response.text().catch(() => ''))) words.add(word)
  })
  return words
}

const wordsOf = (text: string) => text.match(/\p{L}{2,}/gu) ?? []

/** Returns the words that a reader sees or hears and that no message has. */
async function bareWords(page: Page, known: ReadonlySet<string>): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const bare = (text: string): string => {
      const less = text.replaceAll(/⟦[^⟦⟧]*⟧/g, ' ')
      return less === text ? less : bare(less)
    }
    const body = document.body.cloneNode(true) as HTMLElement
    const aside = 'script, style, code, [data-live-announcer], [id^="react-aria-description"], [role=rowheader]'
    for (const element of body.querySelectorAll(aside)) element.remove()
    // The pieces of a message with elements in it are texts of their own.
    const texts: string[] = []
    const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? '')
    const names = ['aria-label', 'title', 'placeholder', 'alt']
    const spoken = [...body.querySelectorAll('*')].flatMap((each) => names.map((name) => each.getAttribute(name) ?? ''))
    return [bare(texts.join(' ')), bare(document.title), ...spoken.map(bare)]
  })
  return [...new Set(texts.flatMap(wordsOf))].filter((word) => !known.has(word))
}

/** Returns the texts that are cut off, wider than their box, or beyond the screen's edge. */
function textsThatDoNotFit(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const hasText = (each: Element) =>
      [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
    const isForListeners = (each: Element | null): boolean =>
      each !== null && (each.clientWidth <= 1 || isForListeners(each.parentElement))
    const seen = [...document.querySelectorAll('body *')].filter((each) => {
      const { display, visibility } = getComputedStyle(each)
      const isShown = each.getClientRects().length > 0 && visibility !== 'hidden' && !isForListeners(each)
      return isShown && display !== 'inline' && hasText(each) && each.closest('svg') === null
    })
    const faults = seen.filter((each) => {
      const { left, right } = each.getBoundingClientRect()
      return each.scrollWidth > each.clientWidth + 1 || right > window.innerWidth + 1 || left < -1
    })
    return faults.map((each) => `${each.tagName}: ${each.textContent}`)
  })
}

freshTest.describe('in Spanish on a desktop', () => {
  freshTest.use({ locale: 'es-ES' })

  freshTest('every word is a message of the catalogue @nightly', async ({ map, page }) => {
    const service = noteServiceWords(page)
    await markMessages(page)
    await map.open('?at=41.39500,2.16800,11.60&circle=41.39500,2.16800,3')
    await expect(page.locator('html')).toHaveAttribute('lang', 'es-ES')
    const month = new Intl.DateTimeFormat('es', { month: 'short' })
    const names = new Intl.DisplayNames('es', { type: 'region' })
    const own = [...Array(12).keys()].map((index) => month.format(Date.UTC(2026, index, 15)))
    const thousand = new Intl.NumberFormat('es', { notation: 'compact' }).format(5_000)
    const countries = ['ES', 'FR', 'RO', 'US', 'GB', 'DE', 'AU'].map((code) => names.of(code))
    const check = async (what: string) => {
      const same = wordsOf([SAME, WIDGETS, thousand, ...own, ...countries].join(' '))
      // The page can show a response before it has been read here.
      await expect.poll(() => bareWords(page, new Set([...service, ...same])), { message: what }).toEqual([])
    }
    await expect(page.getByText('⟦Middle cell⟧')).toBeVisible()
    await check('a circle')
    for (const name of ['What do these numbers mean?', 'Classes', 'About these figures']) {
      await page.getByRole('button', { name: `⟦${name}⟧` }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await check(name)
      await page.keyboard.press('Escape')
    }
    await page.keyboard.press('t')
    await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
    await check('the table')
    await page.getByRole('grid').getByRole('row').nth(1).click()
    await expect(map.card).toBeVisible()
    await expect(map.card.getByRole('list')).toBeVisible()
    await check('a card')
    await page.getByRole('combobox').first().fill('grasia')
    await expect(page.getByRole('option').first()).toBeVisible()
    await check('search results')
  })
})

freshTest.describe('in German on a narrow phone', () => {
  freshTest.use({ locale: 'de-DE', viewport: { width: 320, height: 700 } })

  freshTest('words fit, and a reader’s language and unit are kept', { tag: '@phone-only' }, async ({ map, page }) => {
    await map.open()
    await expect(page).toHaveTitle('Squaremetre: was Immobilien kosten, Sechseck für Sechseck')
    expect(await textsThatDoNotFit(page)).toEqual([])
    await page.getByRole('button', { name: /^Medianpreis pro m²/ }).click()
    await expect(map.legend.getByText('Beobachtet').first()).toBeVisible()
    expect(await textsThatDoNotFit(page)).toEqual([])
    await map.legend.getByRole('button', { name: 'Legende' }).click()
    await page.getByRole('button', { name: /Abrufe? übrig/ }).click()
    expect(await textsThatDoNotFit(page)).toEqual([])
    await page.getByRole('radio', { name: 'Quadratfuß' }).click()
    await page.getByRole('button', { name: /Sprache$/ }).click()
    await page.getByRole('option', { name: 'Français' }).click()
    await expect(page.getByRole('heading', { name: 'Langue et unités' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    await page.reload()
    await map.drawn()
    await expect(page.getByRole('button', { name: /^Prix médian au ft²/ })).toBeVisible()
    await expect(page).toHaveTitle(/^Squaremetre\s: le prix de l’immobilier/)
  })
})

test('a step to an address with another language changes the language, and a step back does, too', async ({
  page,
  map,
}) => {
  await map.open('?at=41.39500,2.16800,11.60')
  const title = map.legend.getByRole('heading').first()
  await map.goTo('?at=41.39500,2.16800,11.60&lang=de')
  await expect(title).toHaveText(/^Medianpreis pro m²/)
  await page.goBack()
  await expect(title).toHaveText(/^Median price per m²/)
})
