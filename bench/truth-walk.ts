// Walks a real browser through random views and areas of two markets, a simulated one and one imported from a file of
// invented listings, and compares every number, state, colour and sentence on the page with what the service itself
// answers, recomputed here. Then opens some of the links on four screens, each in a new profile. Prints the comparisons
// and each contradiction with its link, and exits with 1 if there is any.
//   npm run bench -- truth-walk [--views 100] [--seed 1] [--market demo|imported] [--screens 4] [--folder DIR]
//     [--listings 120000] [--file FILE --now 2019-01-10 --country es --currency EUR [--date 2018-12]]
// The markets are made in --folder and used again by the next run; without it, in a temporary one. --file imports a file
// of one's own in place of the invented one; it stays where it is.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from '@playwright/test'
import { buildPageApart } from '../scripts/build.js'
import { printTable } from './shared/table.ts'
import { launchBrowser, openProfile } from './truth-walk/browser.ts'
import { checkMeter } from './truth-walk/checks/check-meter.ts'
import { throwDice } from './truth-walk/dice.ts'
import { type Contradiction, Findings } from './truth-walk/findings.ts'
import { type Market, openMarket } from './truth-walk/markets.ts'
import { settle } from './truth-walk/read-page.ts'
import { compareScreens } from './truth-walk/screens.ts'
import { ServiceAnswers } from './truth-walk/service-answers.ts'
import { inventStop, linkOf } from './truth-walk/stops.ts'
import { type Visited, visitStop } from './truth-walk/visit-stop.ts'
import type { Walk } from './truth-walk/walk.ts'

const SCREEN = { width: 1280, height: 860 }
const MARKETS = ['demo', 'imported'] as const

const OPTIONS = {
  views: { type: 'string', default: '100' },
  seed: { type: 'string', default: '1' },
  screens: { type: 'string', default: '4' },
  listings: { type: 'string', default: '120000' },
  now: { type: 'string', default: '2026-11-10' },
  market: { type: 'string' },
  folder: { type: 'string' },
  file: { type: 'string' },
  country: { type: 'string' },
  currency: { type: 'string' },
  date: { type: 'string' },
} as const

interface Found extends Contradiction {
  readonly market: string
  readonly link: string
}

/** The result of a walk through one market. */
interface Walked {
  readonly made: ReadonlyMap<string, number>
  readonly found: readonly Found[]
}

export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: OPTIONS })
  const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'squaremetre-bench-'))
  await buildPageApart()
  const browser = await launchBrowser()
  const names = MARKETS.filter((name) => values.market === undefined || values.market === name)
  const walks: Walked[] = []
  try {
    for (const name of names) {
      const { file = null, country, currency, date } = name === 'imported' ? values : {}
      const now = new Date(values.now).toISOString()
      const source = { name, now: name === 'demo' ? '2026-11-10T12:00:00Z' : now, listings: Number(values.listings) }
      const market = await openMarket(folder, { ...source, file, country, currency, date })
      try {
        const views = Math.ceil(Number(values.views) / names.length)
        const screens = Math.ceil(Number(values.screens) / names.length)
        walks.push(await walkThrough(browser, market, { views, screens, seed: Number(values.seed) }))
      } finally {
        await market.close()
      }
    }
  } finally {
    await browser.close()
    if (values.folder === undefined) rmSync(folder, { recursive: true, force: true })
  }
  return report(walks)
}

async function walkThrough(
  browser: Browser,
  market: Market,
  { views, screens, seed }: { views: number; screens: number; seed: number },
): Promise<Walked> {
  const made = new Map<string, number>()
  const found: Found[] = []
  const take = (findings: Pick<Visited, 'made' | 'contradictions'>, link: string) => {
    for (const [kind, count] of findings.made) made.set(kind, (made.get(kind) ?? 0) + count)
    for (const each of findings.contradictions) {
      console.log(`${market.name}: ${each.about}\n  expected ${each.expected}\n  found    ${each.found}\n  ${link}`)
      found.push({ ...each, market: market.name, link })
    }
  }
  const service = new ServiceAnswers(market.service)
  const profile = await openProfile(browser, SCREEN)
  const page = await profile.newPage()
  await page.goto(market.page)
  await settle(page)
  const dice = throwDice(seed)
  const walk: Walk = { page, service, proxy: market, dice, decided: new Map() }
  const links: string[] = []
  for (let view = 0; view < views; view++) {
    const stop = await inventStop(service, dice)
    const began = performance.now()
    try {
      const visited = await visitStop(walk, stop)
      take(visited, visited.link)
      links.push(visited.link)
    } catch (error) {
      const failure = new Findings()
      failure.holds('walk: the page settles', false, 'a page at rest', String(error).split('\n')[0] ?? '')
      take(failure, linkOf(stop))
    }
    console.log(
      `${market.name} ${view + 1}/${views}: ${((performance.now() - began) / 1000).toFixed(1)} s ${linkOf(stop)}`,
    )
  }
  const meter = new Findings()
  await checkMeter(page, await usageOf(market), meter)
  take(meter, page.url())
  await profile.close()
  for (const link of linksForScreens(links, screens)) {
    const findings = new Findings()
    const began = performance.now()
    try {
      await compareScreens(browser, market.page, link, findings)
    } catch (error) {
      findings.holds('screens: the page settles', false, 'a page at rest', String(error).split('\n')[0] ?? '')
    }
    take(findings, link)
    console.log(`${market.name} on several screens: ${((performance.now() - began) / 1000).toFixed(1)} s ${link}`)
  }
  return { made, found }
}

/** Picks links with a circle and with a place, as far as there are any. */
function linksForScreens(links: readonly string[], count: number): string[] {
  const withArea = ['circle=', 'place='].flatMap((area) => links.find((link) => link.includes(`&${area}`)) ?? [])
  return [...new Set([...withArea, ...links])].slice(0, count)
}

async function usageOf(market: Market): Promise<{ used: number; remaining: number }> {
  const service = new ServiceAnswers({ base: market.service.base, token: market.pageToken })
  const { groups } = await service.get<{ groups: { group: string; used: number; remaining: number }[] }>('/usage')
  const current = groups.find(({ group }) => group === 'current')
  if (current === undefined) throw new Error(`expected a group "current" in /usage, found ${JSON.stringify(groups)}`)
  return current
}

function report(walks: readonly Walked[]): number {
  const kinds = [...new Set(walks.flatMap(({ made }) => [...made.keys()]))]
  const all = walks.flatMap(({ found }) => found)
  const rows = kinds.map((kind) => {
    const made = walks.reduce((sum, walk) => sum + (walk.made.get(kind) ?? 0), 0)
    return [kind, String(made), String(all.filter(({ about }) => about.startsWith(`${kind}:`)).length)]
  })
  printTable(['what the page says', 'comparisons', 'contradictions'], rows)
  console.log(`${all.length} contradictions on ${new Set(all.map(({ link }) => link)).size} links`)
  return all.length === 0 ? 0 : 1
}
