// Replays ten visits to a map over the embedded service, whose small cell budget the proxy does not know, and prints
// their cost: metered calls, refused calls, the fewest calls that any plan would need, and one call per view.
//   npm run bench -- trace [--listings 60000] [--cells 1500]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { periodResponse, purchaseEvent } from '../src/contract/proxy-api.ts'
import { type Cell, parseCell, type Resolution } from '../src/domain/cell.ts'
import { type Bounds, tileCells } from '../src/domain/tile.ts'
import { startProxy } from '../src/proxy/start-proxy.ts'
import { createAccount } from '../src/service/accounts/accounts.ts'
import { createToken } from '../src/service/accounts/tokens.ts'
import { buildPeriods } from '../src/service/build/build-periods.ts'
import { makeDemo } from '../src/service/demo/make-demo.ts'
import { startService } from '../src/service/start-service.ts'
import { screenBounds, type View } from '../src/testing/strange-visits/screens.ts'
import { tilesAround } from '../src/web/buying/around-view.ts'
import { resolutionFor } from '../src/web/view/resolution.ts'
import { tilesInView } from '../src/web/view/view-tiles.ts'
import { type MeteredGate, openMeteredGate } from './shared/metered-gate.ts'
import { BENCH_PLANS } from './shared/plans.ts'
import { printTable } from './shared/table.ts'
import { VISITS, type Visit } from './shared/visits.ts'

const NOW = () => new Date('2026-11-10T12:00:00Z')
const REFUSED_MAX = 6

/** Returns 0 when no more calls were refused than allowed and no cell was listed twice, else 1. */
export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { listings: { type: 'string', default: '60000' }, cells: { type: 'string', default: '1500' } },
  })
  const dataDir = mkdtempSync(join(tmpdir(), 'trace-'))
  try {
    return await replay(dataDir, { listings: Number(values.listings), cells: Number(values.cells) })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function replay(dataDir: string, { listings, cells }: { listings: number; cells: number }): Promise<number> {
  const log = pino({ level: 'error' })
  const plans = { bench: { ...BENCH_PLANS.bench, cells_per_request: cells } }
  await makeDemo({ dataDir, now: NOW, listings, log })
  await buildPeriods({ dataDir, now: NOW, only: 'newest', log })
  await createAccount({ dataDir, name: 'bench', plan: 'bench', plans })
  const serviceToken = await createToken({ dataDir, account: 'bench', kind: 'ro' })
  const service = await startService({ dataDir, host: '127.0.0.1', port: 0, now: NOW, log, plans })
  const gate = await openMeteredGate(service.url)
  const common = { dataDir, host: '127.0.0.1', port: 0, pageDir: null, now: NOW, log }
  const proxy = await startProxy({ ...common, serviceBaseUrl: gate.url, serviceToken })
  try {
    const trace = new Trace(proxy.url, gate, cells)
    for (const visit of VISITS) await trace.replay(visit)
    return trace.report()
  } finally {
    await proxy.close()
    await gate.close()
    await service.close()
  }
}

/** What viewers have seen of a lens at a resolution. */
type Group = Map<string, number>

class Trace {
  private readonly url: string
  private readonly gate: MeteredGate
  private readonly budget: number
  private readonly rows: string[][] = []
  private readonly held = new Set<string>()
  /** Cells of the tiles in any view, by lens and resolution. */
  private readonly needed: Group = new Map()
  private views = 0
  private least = 0

  constructor(url: string, gate: MeteredGate, budget: number) {
    this.url = url
    this.gate = gate
    this.budget = budget
  }

  async replay({ name, views }: Visit): Promise<void> {
    const before = this.gate.calls.length
    const needed: Group = new Map()
    let bounds: Bounds | null = null
    for (const view of views) {
      await this.look(view, bounds, needed)
      bounds = screenBounds(view)
    }
    const own = this.gate.calls.slice(before)
    const least = this.callsFor(needed)
    this.views += views.length
    this.least += least
    this.rows.push([name, ...columns(own, least, views.length)])
  }

  /** Buys what a screen shows as the page does: the tiles in view, and those around it to fill up calls. */
  private async look(view: View, before: Bounds | null, needed: Group): Promise<void> {
    const bounds = screenBounds(view)
    const resolution = resolutionFor(view, 8)
    const group = `${view.lens} ${resolution}`
    const isMissing = (parent: Cell) => !this.held.has(`${group} ${parent}`)
    const parents = tilesInView(bounds, resolution).parents.filter(isMissing)
    if (parents.length === 0) return
    const around = tilesAround({ bounds, before }, resolution, isMissing)
    for (const parent of await this.buy(view.lens, resolution, parents, around)) {
      this.held.add(`${group} ${parent}`)
      if (!parents.includes(parent)) continue
      add(needed, group, tileCells(parent).length)
      add(this.needed, group, tileCells(parent).length)
    }
  }

  /** Returns the tiles that were sent. */
  private async buy(lens: string, resolution: Resolution, parents: Cell[], around: Cell[]): Promise<Cell[]> {
    const { as_of } = periodResponse.parse(await (await fetch(`${this.url}/api/period`)).json())
    const response = await fetch(`${this.url}/api/purchases`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: this.url },
      body: JSON.stringify({ as_of, lens, resolution, parents, around }),
    })
    const text = await response.text()
    if (response.status !== 200)
      throw new Error(`expected status 200 for a purchase, found ${response.status}: ${text}`)
    const events = text
      .trimEnd()
      .split('\n')
      .map((line) => purchaseEvent.parse(JSON.parse(line)))
    for (const event of events) {
      if (event.type === 'refused' && event.refusal.code !== 'not_covered') throw new Error(event.refusal.message)
    }
    return events.flatMap((event) => (event.type === 'tile' ? (parseCell(event.parent) ?? []) : []))
  }

  private callsFor(needed: Group): number {
    return [...needed.values()].reduce((sum, cells) => sum + Math.ceil(cells / this.budget), 0)
  }

  report(): number {
    const { calls } = this.gate
    this.rows.push(['all', ...columns(calls, this.least, this.views)])
    printTable(['visit', 'metered calls', 'refused', 'lower bound', 'one a view'], this.rows)
    const listed = calls.filter(({ status }) => status === 200).flatMap((call) => call.listed)
    const twice = listed.length - new Set(listed).size
    const refused = calls.filter(({ status }) => status !== 200).length
    const paid = calls.length - refused
    const least = this.callsFor(this.needed)
    console.log(`\nbudget ${this.budget} cells a call, which the proxy had to learn`)
    console.log(`fewest calls for everything seen, if known from the start: ${least}`)
    console.log(
      `metered calls for each of these: ${(paid / least).toFixed(2)}; for each view: ${(paid / this.views).toFixed(2)}`,
    )
    console.log(`cells bought twice: ${twice}`)
    return refused > REFUSED_MAX || twice > 0 ? 1 : 0
  }
}

function columns(calls: MeteredGate['calls'], least: number, views: number): string[] {
  const refused = calls.filter(({ status }) => status !== 200).length
  return [calls.length - refused, refused, least, views].map(String)
}

function add(group: Group, key: string, cells: number): void {
  group.set(key, (group.get(key) ?? 0) + cells)
}
