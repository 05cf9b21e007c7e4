import { startProxyUnderTest } from '../proxy-under-test.ts'
import type { MeteredCall } from '../strange-service/bodies/metered-call.ts'
import { startStrangeService } from '../strange-service/start-strange-service.ts'
import { boundsOf } from './call-bound.ts'
import { ProxyOverHttp } from './proxy-over-http.ts'
import { rulesOf, type StrangeLimits } from './strange-services.ts'
import type { StrangeVisit } from './strange-visits.ts'
import { type Look, makeVisit, type Step } from './visitor.ts'

/** What one visit cost. */
export interface VisitCost {
  readonly visit: string
  /** Metered calls, refused ones included, and how many were refused. */
  readonly calls: readonly MeteredCall[]
  /** What was missing for each screen and area, and the calls made for it. */
  readonly steps: readonly Step[]
  readonly refused: number
  /** The fewest calls by the cell budget, and by what a list or a circle can hold of it. */
  readonly bound: number
  readonly reachable: number
  /** What was looked at, for `firstContactCalls`, which takes longer than most visits. */
  readonly looks: readonly Look[]
}

/** What one visit cost, and whether it was served well. */
export interface Replayed extends VisitCost {
  /** Cells in the answers to two lists. */
  readonly boughtTwice: number
  /** Metered calls of a second viewer who does the same, and of a third after a restart of the proxy. */
  readonly secondViewer: number
  readonly afterRestart: number
  /** Cells whose figures, or their absence, differed from the truth for any of the three. */
  readonly wrong: number
  /** True when the token was in an answer or in the log. */
  readonly isTokenTold: boolean
}

/** Replays a visit to a proxy that knows nothing about the service; throws when the viewer is refused anything. */
export async function replayVisit(limits: StrangeLimits, visit: StrangeVisit): Promise<Replayed> {
  const service = await startStrangeService(rulesOf(limits))
  const proxy = await startProxyUnderTest(service)
  try {
    const visited = new ProxyOverHttp(service, proxy)
    const first = await makeVisit(visited, visit)
    const calls = [...service.calls]
    const alone = { ...visit, viewers: 1 }
    await makeVisit(visited, alone)
    const secondViewer = service.calls.length - calls.length
    await proxy.restart()
    await makeVisit(visited, alone)
    return {
      visit: visit.name,
      calls,
      steps: first.steps,
      refused: calls.filter(({ answered }) => !answered).length,
      ...boundsOf(first.wanted, limits),
      looks: first.looks,
      boughtTwice: service.boughtTwice(),
      secondViewer,
      afterRestart: service.calls.length - calls.length - secondViewer,
      wrong: visited.wrong,
      isTokenTold: proxy.said().includes(service.token),
    }
  } finally {
    await proxy.close()
    await service.close()
  }
}
