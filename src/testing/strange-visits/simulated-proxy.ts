import { pino } from 'pino'
import { receivedStats } from '../../contract/service/stats/received-stats.ts'
import type { Cell } from '../../domain/cell.ts'
import type { Figure } from '../../domain/figure.ts'
import { parseLensKey } from '../../domain/lens.ts'
import { createAnswerWriter } from '../../proxy/buying/calls/answer-writer.ts'
import { createCallLimits } from '../../proxy/buying/calls/call-limits.ts'
import { createOpenCalls } from '../../proxy/buying/calls/open-calls.ts'
import { createAbsenceAnswers } from '../../proxy/buying/doubts/absence-answers.ts'
import { createCutDoubts } from '../../proxy/buying/doubts/cut-doubts.ts'
import { createHomeCurrency } from '../../proxy/buying/doubts/home-currency.ts'
import { createLensDoubts } from '../../proxy/buying/doubts/lens-doubts.ts'
import { createRefusalPauses, FAULTY } from '../../proxy/buying/doubts/refusal-pauses.ts'
import { createSelectorDoubts } from '../../proxy/buying/doubts/selector-doubts.ts'
import { createPurchaser, type Purchaser } from '../../proxy/buying/purchaser.ts'
import { createMarketGround } from '../../proxy/hints/ground/market-ground.ts'
import { createZoneCells } from '../../proxy/hints/ground/zone-cells.ts'
import { createLookups } from '../../proxy/hints/lookups.ts'
import { createPeriodFinder } from '../../proxy/hints/periods/period-finder.ts'
import { createPlaceOffers } from '../../proxy/hints/place-offers.ts'
import { createCoverageReader } from '../../proxy/hints/stated/coverage-reader.ts'
import { createDeclaredParameters } from '../../proxy/hints/stated/declared-parameters.ts'
import { candidatesAround } from '../../proxy/planning/circles/candidates-around.ts'
import { planPurchases } from '../../proxy/planning/purchase-plan.ts'
import { type AskedCells, type CutAnswer, coveredBy, cutAnswer } from '../../proxy/tiles/cut-answer.ts'
import { createFreeAnswers } from '../../proxy/upstream/free/free-answers.ts'
import { readFree } from '../../proxy/upstream/free/free-reading.ts'
import { WITHOUT_SHARES } from '../../proxy/upstream/free/free-shares.ts'
import { readOpenApi } from '../../proxy/upstream/free/openapi-parameters.ts'
import { createUpstream } from '../../proxy/upstream/upstream.ts'
import { createShortQueue } from '../../server/work/short-queue.ts'
import { statsBody } from '../strange-service/bodies/stats-body.ts'
import { truthUnder } from '../strange-service/rules/truth.ts'
import { createMemoryLedger } from './memory-ledger.ts'
import type { SimulatedService } from './simulated-connection.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const UNMETERED = { used: null, remaining: null, limit: null, resetsAt: null, degraded: false, isCounted: null }

/** Connects the purchases of a proxy to a simulated service, without a server, a file or a worker thread. */
export function simulateProxy(service: SimulatedService): Pick<Purchaser, 'resolve'> {
  const log = pino({ level: 'silent' })
  const elapsed = () => performance.now()
  const clock = () => NOW
  const ledger = createMemoryLedger()
  const stopping = new AbortController().signal
  const upstream = createUpstream({ connection: service.connection, clock, elapsed, stopping })
  const reading = { readFree: async (...input: Parameters<typeof readFree>) => readFree(...input) }
  const queue = createShortQueue({ atOnce: Number.POSITIVE_INFINITY, waiting: 0, elapsed })
  const declared = createDeclaredParameters({
    free: createFreeAnswers({ upstream, computing: reading, queue, shares: WITHOUT_SHARES }).find,
    computing: { readOpenApi: async (body) => readOpenApi(body) },
    elapsed,
  })
  const meter = {
    allowance: async () => UNMETERED,
    limit: () => null,
    isShown: () => false,
    reported: () => ({ used: null, limit: null, resetsAt: null }),
    accessRefusal: async () => null,
    read: () => Promise.reject(new Error('a simulated proxy has no meter')),
    group: async () => 'current' as const,
    note: () => {},
    lookAgain: () => {},
    noteUnanswered: () => {},
  }
  const coverage = createCoverageReader({ upstream, elapsed })
  const listCells = createZoneCells(upstream, declared)
  return createPurchaser({
    upstream,
    ledger,
    meter,
    log,
    clock,
    latest: clock,
    elapsed,
    cutDoubts: createCutDoubts(elapsed),
    homeCurrency: createHomeCurrency({ ledger, currencies: async () => null, marketsAt: async () => [], elapsed }),
    lensDoubts: createLensDoubts(elapsed),
    filterWords: async () => ({}),
    unusable: createRefusalPauses(elapsed, { tolerated: 1 }),
    refusedGround: createRefusalPauses(elapsed, { tolerated: 1 }),
    refusedKinds: createRefusalPauses(elapsed, FAULTY),
    groundDoubts: createRefusalPauses(elapsed),
    absences: createAbsenceAnswers({ ledger, clock }),
    selectorDoubts: createSelectorDoubts(elapsed),
    limits: createCallLimits({ ...upstream, ledger, declared, meter, clock }),
    openCalls: createOpenCalls({ ledger, basePath: upstream.basePath, log, purpose: 'tiles' }),
    lookups: createLookups(ledger, {
      upstream,
      ground: createMarketGround({ coverage }),
      coverage,
      shares: WITHOUT_SHARES,
      clock,
    }),
    listCells,
    places: createPlaceOffers(upstream, { listCells, shares: WITHOUT_SHARES }),
    period: createPeriodFinder({ upstream, ledger, log, now: clock, elapsed }),
    revisions: { stamp: async (edition) => edition, check: async () => {} },
    pauses: {
      at: async () => null,
      everywhere: async () => null,
      finestResolution: async () => null,
      noteAnswer: () => {},
      noteServed: async () => {},
      isOfPeriods: async () => false,
      note: async () => {},
    },
    spending: {
      consent: () => null,
      admit: async () => ({ kind: 'admitted', settle: async () => {}, release: () => {} }),
      objection: async () => null,
      meter: meter.read,
    },
    savings: { add: () => {}, flush: async () => {}, close: async () => {} },
    writer: createAnswerWriter({ log, onCount: () => {} }),
    computing: {
      plan: async (request) => planPurchases(request),
      candidatesAround: async (wanted, resolution) => candidatesAround(wanted, resolution),
      readAnswer: async (body, asked) => cutOf(service, service.cellsIn(body), asked),
    },
  })
}

/** Cuts an answer as the proxy does, from the truth. */
function cutOf({ rules }: SimulatedService, answered: readonly Cell[], asked: AskedCells): CutAnswer {
  const head = receivedStats.parse(statsBody(rules, answered.slice(0, 1), parseLensKey(asked.lens) ?? {}))
  const cut = cutAnswer(head, { ...asked, slices: [], isList: false, circle: undefined })
  if (cut.kind === 'invalid') return cut
  const truth = truthUnder(rules, asked.lens)
  const all = new Set(answered)
  let brought = 0
  const figureOf = (cell: Cell): Figure | null => {
    const figure = all.has(cell) ? truth(cell) : null
    if (figure !== null) brought++
    return figure && { cell, ...figure }
  }
  const rows = new Set(answered.filter((cell) => truth(cell) !== null))
  const { covered, circle } = coveredBy(asked, rows)
  const slices = covered.map(({ parent, first, cells }) => ({ parent, first, figures: cells.map(figureOf) }))
  return { ...cut, slices, rows: brought, sent: { rows: rows.size, says: null }, ...(circle && { circle }) }
}
