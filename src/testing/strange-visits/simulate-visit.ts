import type { Cell, Resolution } from '../../domain/cell.ts'
import { lensKey, parseLensKey } from '../../domain/lens.ts'
import { parseAsOf } from '../../domain/period.ts'
import { tilesBeside } from '../../proxy/areas/tiles-beside.ts'
import { waiterOf } from '../../proxy/buying/claims/commitment.ts'
import { type AreaScope, cellsOfCircle } from '../../proxy/planning/calls/area-scope.ts'
import { boundsOf } from './call-bound.ts'
import type { VisitCost } from './replay-visit.ts'
import { type SimulatedService, simulateService } from './simulated-connection.ts'
import { simulateProxy } from './simulated-proxy.ts'
import { rulesOf, type StrangeLimits } from './strange-services.ts'
import type { StrangeVisit } from './strange-visits.ts'
import { type AskedArea, type AskedTiles, makeVisit, type VisitedProxy } from './visitor.ts'

/**
 * Makes a visit to a proxy that knows nothing about the service, both in this process: the same calls as `replayVisit` in
 * a fraction of its time, but no figures to compare.
 */
export async function simulateVisit(limits: StrangeLimits, visit: StrangeVisit): Promise<VisitCost> {
  const service = simulateService(rulesOf(limits))
  const { wanted, looks, steps } = await makeVisit(new ProxyInProcess(service), visit)
  const refused = service.calls.filter(({ answered }) => !answered).length
  return {
    visit: visit.name,
    calls: service.calls,
    steps,
    refused,
    ...boundsOf(wanted, limits),
    looks,
  }
}

class ProxyInProcess implements VisitedProxy {
  private readonly service: SimulatedService
  private readonly proxy: ReturnType<typeof simulateProxy>

  constructor(service: SimulatedService) {
    this.service = service
    this.proxy = simulateProxy(service)
  }

  get finest(): Resolution {
    return this.service.rules.finestResolution as Resolution
  }

  get calls() {
    return this.service.calls
  }

  async buy(asked: AskedTiles, viewers: number): Promise<readonly Cell[]> {
    const [bought] = await Promise.all(Array.from({ length: viewers }, () => this.resolve(asked)))
    return bought ?? []
  }

  async askArea({ area, ...asked }: AskedArea): Promise<void> {
    const { byTile } = cellsOfCircle(area, asked.resolution)
    const shape = { kind: 'circle', ...area } as const
    const parents = [...byTile.keys()]
    await this.resolve({ ...asked, parents, around: tilesBeside(parents) }, { shape, cells: byTile })
  }

  private async resolve({ lens, resolution, parents, around }: AskedTiles, scope?: AreaScope): Promise<Cell[]> {
    const as_of = parseAsOf(this.service.rules.as_of)
    const filters = parseLensKey(lens)
    if (as_of === null || filters === null) throw new Error(`expected a period and a lens, found ${lens}`)
    const bought: Cell[] = []
    const viewer = { address: '127.0.0.1', session: null }
    const waiter = waiterOf(new AbortController().signal)
    const wanted = { name: { as_of, lens: lensKey(filters), resolution }, parents, around, scope, viewer, waiter }
    await this.proxy.resolve({ ...wanted, distrustLookups: false, confirmed: true }, (parent, outcome) => {
      if (outcome.kind === 'held' || outcome.kind === 'bought') bought.push(parent)
      if (outcome.kind === 'refused' && outcome.refusal.code !== 'not_covered') {
        throw new Error(`expected a purchase, found ${outcome.refusal.code}: ${outcome.refusal.message}`)
      }
    })
    return bought
  }
}
