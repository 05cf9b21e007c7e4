import { expect, test } from 'vitest'
import { type Address, formatAddress, parseAddress } from './address.ts'
import { describeBrokenParts } from './broken-parts.ts'

/** Links as they were written at some time, with some of what they have to open with for ever. */
const STORED: readonly (readonly [link: string, has: Partial<Address>])[] = [
  [
    '?at=41.39500,2.16800,11.60&lens=ad_sub_type%3Drent&metric=median_area&breaks=8:40,60,80',
    {
      lens: { ad_sub_type: 'rent' },
      metric: 'median_area',
      breaks: { resolution: 8, at: [40, 60, 80], of: { kind: 'view' } },
    },
  ],
  [
    '?at=48.85000,2.35000,10.00&metric=area_for_budget&budget=250000EUR&theme=dark',
    { metric: 'area_for_budget', theme: 'dark' },
  ],
  ['?at=41.39500,2.16800,11.60&circle=41.39500,2.16800,2&circle_res=8&baseline_circle=41.4,2.2,5', {}],
  [
    '?at=41.39500,2.16800,11.60&metric=difference&area=pes.ct.bcn:0&area=c41.39500,2.16800,2:18b:Home',
    { metric: 'difference' },
  ],
  [
    '?at=41.39500,2.16800,11.60&breaks=8:2000,3000&classes=hand&lock=1&palette=viridis&table=1',
    { locked: true, table: true },
  ],
  ['?at=41.39500,2.16800,11.60&metric=change&since=2025-11&v=1', { metric: 'change' }],
  [
    '?at=60.39299,5.32415,9.50&found=60.39299,5.32415,no:Bergen&v=1',
    { found: { lat: 60.39299, lng: 5.32415, country: 'no', name: 'Bergen' } },
  ],
  [
    '?at=41.39500,2.16800,11.60&on=1440x900&place=z1k2j3&area=c41.39500,2.16800,2:18b:Home&v=1',
    { screen: { width: 1440, height: 900 } },
  ],
  ['?at=41.4,2.17,12&found=41.40360,2.17440&v=1', { found: { lat: 41.4036, lng: 2.1744, country: null, name: null } }],
]

test.each(STORED)('%s opens as it did', (link, has) => {
  const address = parseAddress(link)
  expect(address).toMatchObject(has)
  expect(describeBrokenParts(link)).toEqual([])
  const written = formatAddress(address)
  expect(written).toMatch(/&v=1$/)
  expect(parseAddress(written)).toEqual(address)
})

test('older circles and baselines are areas', () => {
  const { areas, baseline } = parseAddress(STORED[2]?.[0] ?? '')
  expect(areas.map(({ shape }) => shape.kind)).toEqual(['circle', 'circle'])
  expect(baseline).toBe(1)
})

test('a link with everything in it stays short', () => {
  const areas = ['c41.39500,2.16800,2:08', 'c41.40500,2.17800,3:18', 'pz1k2j3:28:Home', 'h88394460c3fffff:38']
  const link = `?at=41.39500,2.16800,11.60&lens=ad_sub_type%3Drent&metric=change&since=2025-11&currency=EUR&breaks=8:-15,-7,-2,2,7,15&classes=fixed&beside=2025-11&split=swipe&cell=88394460c3fffff&${areas.map((area) => `area=${area}`).join('&')}`
  const written = formatAddress(parseAddress(link))
  expect(parseAddress(written)).toEqual(parseAddress(link))
  expect(written.length).toBeLessThan(360)
})
