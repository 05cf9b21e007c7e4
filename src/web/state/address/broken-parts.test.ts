import { expect, it } from 'vitest'
import { FIRST_ADDRESS, formatAddress, parseAddress } from './address.ts'
import { describeBrokenParts } from './broken-parts.ts'

it('names the part and the value that cannot be read', () => {
  expect(describeBrokenParts('?circle=41,2,-3')).toEqual([
    'The link’s circle could not be read and was left out: radius -3.',
  ])
  expect(describeBrokenParts('?at=99,2,3')).toEqual([
    'The link’s view could not be read and was left out: latitude 99.',
  ])
  expect(describeBrokenParts('?at=1,2,99')).toEqual(['The link’s view could not be read and was left out: zoom 99.'])
  expect(describeBrokenParts('?circle=41,2')).toEqual(['The link’s circle could not be read and was left out: “41,2”.'])
  expect(describeBrokenParts('?circle=41,x,2')).toEqual([
    'The link’s circle could not be read and was left out: longitude x.',
  ])
  expect(describeBrokenParts('?cell=zzz')).toEqual(['The link’s hexagon could not be read and was left out: “zzz”.'])
  // A hexagon, but of a resolution without figures.
  expect(describeBrokenParts('?cell=8a3944615067fff')).toEqual([
    'The link’s hexagon could not be read and was left out: “8a3944615067fff”.',
  ])
})

it('finds every part that falls back, and opens the rest', () => {
  const search =
    '?at=99,2,3&circle=41,2,999&circle_res=9&place_res=x&res=9&metric=median_area&cell=zzz&lens=geo_id%3Dx&currency=eur&breaks=8eur:1&method=best&palette=red&theme=blue&place=..%2F&budget=3eur&size=0&baseline=..%2F&baseline_circle=1&baseline_res=3&classes=of:a%2525&lock=yes'
  expect(describeBrokenParts(search)).toHaveLength(20)
  expect(parseAddress(search)).toEqual({ ...FIRST_ADDRESS, metric: 'median_area' })
})

it('names parts that are there with several values, and areas only when they are too many', () => {
  expect(describeBrokenParts('?currency=EUR&at=1,2,3&currency=GBP&at=1,2,3')).toEqual([
    'The link has several values for one part, and all but the first were left out: currency.',
  ])
  expect(describeBrokenParts('?area=c41,2,1:0&area=c42,2,1:1')).toEqual([])
})

it('names parameters that it does not know, such as a misspelt one, once and never all of many', () => {
  expect(describeBrokenParts('?plaec=es&v=1')).toEqual([
    'This page does not know a part of the link, so it was left out: plaec.',
  ])
  expect(describeBrokenParts('?rooms=2&Metric=change&rooms=3')).toEqual([
    'This page does not know some parts of the link, so they were left out: rooms, Metric.',
  ])
  expect(describeBrokenParts('?a=&b=&c=&d=&e=&f=&g=')).toEqual([
    'This page does not know some parts of the link, so they were left out: a, b, c, d, e, ….',
  ])
})

it('says nothing about addresses that the page writes, absent parts and what others add to links', () => {
  const address = {
    ...FIRST_ADDRESS,
    circle: { lat: 41, lng: 2, radius_km: 3 },
    circleResolution: 8,
    theme: 'dark',
  } as const
  expect(describeBrokenParts(formatAddress(address))).toEqual([])
  expect(describeBrokenParts('')).toEqual([])
  expect(describeBrokenParts('?place=&utm_source=letter&fbclid=Iw1&gclid=x&msclkid=y&_ga=1&ref=mail&_=17')).toEqual([])
  expect(describeBrokenParts('?embed=1&circle_res=8&=5')).toEqual([])
})

it('quotes only the start of a long value', () => {
  expect(describeBrokenParts(`?cell=${'9'.repeat(5000)}`)[0]?.length).toBeLessThan(150)
})

it('a link of a newer version names what this one does not know, and an older link nothing', () => {
  expect(describeBrokenParts('?at=41,2,9&v=2&tilt=30&embed=1&lock=1')).toEqual([
    'The link was made by a newer version of this page. What this one does not know was left out: tilt.',
  ])
  expect(describeBrokenParts('?at=41,2,9&v=1&utm_source=mail')).toEqual([])
  expect(describeBrokenParts('?at=41,2,9')).toEqual([])
  expect(describeBrokenParts('?at=41,2,9&v=one')).toEqual([
    'The link’s version could not be read and was left out: “one”.',
  ])
})
