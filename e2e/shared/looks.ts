import type { Page } from '@playwright/test'
import type { MapPage } from './map-page.ts'

/** A state of the page that is looked at: how to get there from anywhere, on a desktop and on a phone. */
export interface Look {
  readonly name: string
  readonly arrive: (map: MapPage, isPhone: boolean) => Promise<unknown>
}

const BARCELONA = 'at=41.39500,2.16800,11.60'

/** The eight states in which the page is reviewed; their pictures are kept. */
export const LOOKS: readonly Look[] = [
  { name: 'first view', arrive: (map) => map.open(`?${BARCELONA}`) },
  { name: 'country', arrive: (map) => map.open('?at=40.20000,-3.50000,5.50') },
  {
    name: 'legend open',
    arrive: async (map, isPhone) => {
      await map.open(`?${BARCELONA}&metric=listings`)
      if (isPhone) await map.legend.getByRole('button').first().click()
    },
  },
  {
    name: 'hexagon',
    arrive: async (map) => {
      await map.open(`?${BARCELONA}&cell=88394460edfffff`)
      await map.card.waitFor()
    },
  },
  {
    name: 'place',
    arrive: async (map) => {
      await map.open(`?${BARCELONA}`)
      await map.find('gracia', 'Gràcia')
      await map.page.keyboard.press('ArrowDown')
      await map.changes('place', () => map.page.keyboard.press('Enter'))
      await map.panel.getByRole('img').first().waitFor()
    },
  },
  {
    name: 'tree',
    arrive: async (map, isPhone) => {
      await map.open(`?${BARCELONA}`)
      if (isPhone) await map.page.getByRole('button', { name: 'Places' }).click()
      else await map.tab('Places')
      await map.page
        .getByRole('treeitem', { name: /Barcelona/ })
        .first()
        .waitFor()
    },
  },
  {
    name: 'areas',
    arrive: async (map) => {
      const areas = ['c41.40000,2.16000,1.5:08', 'c41.38000,2.14500,1.2:18', 'c41.42000,2.19000,1.3:28']
      await map.open(`?${BARCELONA}&${areas.map((area) => `area=${area}`).join('&')}`)
      const tray = map.page.getByTestId('tray')
      await tray.getByTestId('difference').nth(1).waitFor()
      // The page may have been left with an area of this colour open. A pointer would scroll to the button and stay on it.
      const opened = tray.getByRole('button', { name: /^Close /, expanded: true })
      if (await opened.isVisible()) await opened.evaluate((button: HTMLElement) => button.click())
    },
  },
  {
    name: 'empty',
    arrive: async (map) => {
      await map.open('?at=40.20000,2.50000,11.00')
      await map.page.getByText('Nearest place with figures').waitFor()
    },
  },
]

/** States that only people look at. The last needs a page that is loaded for each state. */
export const MORE_LOOKS: readonly Look[] = [
  {
    name: 'search open',
    arrive: async (map) => {
      await map.open(`?${BARCELONA}`)
      await map.find('barcelona', 'Barcelona')
    },
  },
  {
    name: 'first visit',
    arrive: async (map) => {
      await map.page.evaluate(() => localStorage.removeItem('squaremetre.tour'))
      await map.open()
      await map.page.getByText('New here?').waitFor()
    },
  },
]

/** Returns the parts that say how many calls are left, which depends on what was looked at before. */
export function meterOf(page: Page) {
  return page.locator('[data-tour=meter]')
}
