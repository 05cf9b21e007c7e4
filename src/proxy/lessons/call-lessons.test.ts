import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cell, RESOLUTIONS, type Resolution } from '../../domain/cell.ts'
import { circleCandidateCount, circleCells } from '../../domain/distance.ts'
import { tileCells } from '../../domain/tile.ts'
import { parentsAround } from '../../testing/cells.ts'
import { callSize } from '../planning/calls/call-size.ts'
import type { Call } from '../planning/calls/plan.ts'
import { cellsWithin, type StatsQuestion } from '../planning/calls/stats-target.ts'
import { enclosingCircle } from '../planning/circles/enclosing-circle.ts'
import { planPurchases } from '../planning/purchase-plan.ts'
import { countCells, type Slice } from '../tiles/slice.ts'
import type { Bracket } from './best-guess.ts'
import {
  type CallLessons,
  type CallSize,
  firstLessons,
  isProvenCall,
  lentTo,
  limitOf,
  REPROBE_AFTER,
} from './call-lessons.ts'
import { REFUSALS_MAX, riskOf, withRisk } from './call-risk.ts'
import { type CallLesson, learnFrom, withLengths } from './learn-from.ts'
import { NOTHING_LEARNED } from './learned-limit.ts'
import { nextLength } from './length-search.ts'
import { nextSizes, type Wanted } from './next-sizes.ts'

const START = new Date('2026-11-21T10:00:00Z')

interface Service {
  readonly budgets: Readonly<Record<Resolution, number>>
  readonly bytes: number
  readonly style: 'commas' | 'repeats' | 'both'
  readonly circleFactor: number
}

const logInteger = (min: number, max: number) =>
  fc.double({ min: Math.log(min), max: Math.log(max), noNaN: true }).map((log) => Math.round(Math.exp(log)))
const anyBudget = logInteger(50, 100_000)
const anyService: fc.Arbitrary<Service> = fc.record({
  budgets: fc.oneof(
    anyBudget.map((each) => ({ 4: each, 5: each, 6: each, 7: each, 8: each })),
    fc.record({ 4: anyBudget, 5: anyBudget, 6: anyBudget, 7: anyBudget, 8: anyBudget }),
  ),
  bytes: logInteger(2_048, 65_536),
  style: fc.constantFrom('commas' as const, 'repeats' as const, 'both' as const),
  circleFactor: fc.constantFrom(1, 2),
})
const anyPurchases = fc.array(
  fc.record({ resolution: fc.constantFrom(...RESOLUTIONS), tiles: fc.integer({ min: 1, max: 7 }) }),
  { minLength: 1, maxLength: 6 },
)

/** How a service responds to a call, and so what is learned. */
function verdict(service: Service, call: Call, question: StatsQuestion): CallLesson {
  const { count, bytes, resolution } = callSize(call, question)
  if (bytes > service.bytes) return { kind: 'too_long', bytes, isDoubted: false }
  const isOddStyle = service.style !== 'both' && service.style !== question.style
  if (call.selector.kind === 'cells' && count > 1 && isOddStyle) return { kind: 'other_style', than: question.style }
  const cost =
    call.selector.kind === 'circle' ? service.circleFactor * circleCells(call.selector, resolution).length : count
  if (cost > service.budgets[resolution]) return { kind: 'too_many', named: null }
  return { kind: 'accepted', isStyleProven: call.selector.kind === 'cells' && count > 1 }
}

interface Session {
  lessons: CallLessons
  refused: number
  now: Date
}

function needOf(wanted: readonly Slice[], question: StatsQuestion): Wanted {
  const circle = enclosingCircle(wanted, question.resolution)
  return {
    cells: countCells(wanted),
    around: 0,
    isMoving: false,
    widest: 1_000_000,
    circle: circle === null ? Number.POSITIVE_INFINITY : circleCandidateCount(circle, question.resolution),
    listedBy: (bytes) => cellsWithin(bytes, question),
  }
}

/** What free requests show of the longest request line. */
function withFoundLength(lessons: CallLessons, service: Service): CallLessons {
  let known: Bracket = { accepted: 0, refused: null }
  for (let bytes = nextLength(known); bytes !== null; bytes = nextLength(known)) {
    known = bytes <= service.bytes ? { ...known, accepted: bytes } : { ...known, refused: bytes }
  }
  return withLengths(lessons, known, START)
}

function newSession(service: Service): Session {
  return { lessons: withFoundLength(firstLessons(START), service), refused: 0, now: START }
}

/** Buys tiles as a batch does: what is proven together, the rest one by one. */
function buy(session: Session, service: Service, parents: readonly Cell[], resolution: Resolution): number {
  let made = 0
  let wanted: Slice[] = parents.map((parent) => ({ parent, first: 0, cells: tileCells(parent) }))
  for (let turn = 0; wanted.length > 0; turn++) {
    if (turn > 400) throw new Error('the purchase does not come to an end')
    const question: StatsQuestion = { basePath: '/public/v1', lens: {}, resolution, style: session.lessons.style }
    const { cells, circles, places, bytes } = nextSizes(
      session.lessons,
      { resolution, isFiltered: false },
      needOf(wanted, question),
      session.now,
    )
    const listed = cellsWithin(bytes, question)
    const limits = {
      listCells: Math.min(cells, listed),
      circleCells: circles,
      placeCells: places,
      isUrlBound: listed < cells,
      areListsUnsure: false,
      filledList: 0,
      filledCircle: 0,
    }
    const calls = planPurchases({ resolution, wanted, around: [], places: [], limits })
    const probe = calls.find((call) => !isProvenCall(session.lessons, callSize(call, question)))
    for (const call of probe === undefined ? calls : [probe]) {
      made++
      const outcome = ask(session, service, call, question)
      if (outcome !== 'accepted') break
      wanted = without(wanted, call)
    }
  }
  return made
}

function ask(session: Session, service: Service, call: Call, question: StatsQuestion): CallLesson['kind'] | null {
  const size = callSize(call, question)
  const risk = riskOf(session.lessons, size, session.now)
  if (risk === null) return null
  const lesson = verdict(service, call, question)
  if (lesson.kind !== 'accepted') session.refused++
  session.lessons = learnFrom(withRisk(session.lessons, risk, session.now), size, risk, lesson, session.now)
  return lesson.kind
}

function without(wanted: readonly Slice[], call: Call): Slice[] {
  const gone = new Set(call.slices.flatMap(({ cells }) => cells))
  return wanted.flatMap(({ parent, first, cells }) => {
    const runs: { parent: Cell; first: number; cells: Cell[] }[] = []
    cells.forEach((cell, index) => {
      if (gone.has(cell)) return
      const run = runs.at(-1)
      if (run && run.first + run.cells.length === first + index) run.cells.push(cell)
      else runs.push({ parent, first: first + index, cells: [cell] })
    })
    return runs
  })
}

describe('what a new service teaches', () => {
  it('costs at most six refused calls, whatever its limits, and every purchase comes to its end', () => {
    fc.assert(
      fc.property(anyService, anyPurchases, (service, purchases) => {
        const session = newSession(service)
        for (const { resolution, tiles } of purchases)
          buy(session, service, parentsAround(resolution, tiles), resolution)
        expect(session.lessons.refusals).toBeLessThanOrEqual(REFUSALS_MAX)
        const isOfOne = new Set(Object.values(service.budgets)).size === 1 && service.circleFactor === 1
        // A size accepted at one resolution is tried at the others, for circles and lists, although refused there.
        expect(session.refused).toBeLessThanOrEqual(REFUSALS_MAX + (isOfOne ? 0 : 2 * (RESOLUTIONS.length - 1)))
      }),
      { numRuns: 12 },
    )
  })

  it('comes to three quarters of the budget where that was wanted and refusals are left', () => {
    fc.assert(
      fc.property(logInteger(50, 4_000), fc.boolean(), (budget, takesRepeats) => {
        const style = takesRepeats ? 'repeats' : 'commas'
        const budgets = { 4: budget, 5: budget, 6: budget, 7: budget, 8: budget }
        const service: Service = { budgets, bytes: 100_000, style, circleFactor: 1 }
        const session = newSession(service)
        const fewest = Math.ceil((12 * 343) / budget)
        for (let i = 0; i < 3; i++) buy(session, service, parentsAround(8, 12), 8)
        fc.pre(REFUSALS_MAX - session.lessons.refusals >= 2)
        expect(buy(session, service, parentsAround(8, 12), 8)).toBeLessThanOrEqual(Math.ceil(1.34 * fewest) + 1)
      }),
      { numRuns: 8 },
    )
  })

  it('is not taught by a list of which perhaps only one cell was read', () => {
    const size = { kind: 'cells', resolution: 8, count: 2_500, bytes: 40_000, isFiltered: false } as const
    const risk = riskOf(firstLessons(START), size, START) ?? 'none'
    const begun = withRisk(firstLessons(START), risk, START)
    const lessons = learnFrom(begun, size, risk, { kind: 'unread' }, START)
    expect(lessons).toMatchObject({ cells: {}, underWay: [], refusals: 0, bytes: { accepted: 40_000 } })
    // A circle of the same size is still a risk.
    expect(riskOf(lessons, { ...size, kind: 'circles', bytes: 100 }, START)).toBe('counted')
  })

  it('is taken from the nearest resolution where budgets differ by resolution', () => {
    const taught = (accepted: number, refused: number | null) => ({ ...NOTHING_LEARNED, accepted, refused })
    const lessons = { ...firstLessons(START), circles: { 5: taught(2_500, null), 6: taught(1_000, 1_200) } }
    expect(lentTo(lessons, { kind: 'circles', resolution: 7, isFiltered: false })).toMatchObject({
      accepted: 1_000,
      refused: 1_200,
    })
    expect(lentTo(lessons, { kind: 'circles', resolution: 4, isFiltered: false })).toMatchObject({
      accepted: 2_500,
      refused: null,
    })
  })

  it('is found between the commonest limits in the end, by a proxy that has made many calls', () => {
    const budgets = { 4: 8_000, 5: 8_000, 6: 8_000, 7: 8_000, 8: 8_000 }
    const service: Service = { budgets, bytes: 6_000, style: 'both', circleFactor: 1 }
    const session = newSession(service)
    const purchase = () => buy(session, service, parentsAround(8, 20), 8)
    purchase()
    expect(session.lessons.circles[8]?.accepted).toBeLessThan(4_000)
    session.lessons = { ...session.lessons, calls: 60 }
    for (let i = 0; i < 3; i++) purchase()
    expect(session.lessons.circles[8]?.accepted).toBeGreaterThan(4_000)
    expect(session.lessons.refusals).toBeLessThanOrEqual(REFUSALS_MAX)
  })

  it('is tried again a month later, with one refused call', () => {
    const service: Service = {
      budgets: { 4: 500, 5: 500, 6: 500, 7: 500, 8: 500 },
      bytes: 64_000,
      style: 'both',
      circleFactor: 1,
    }
    const session = newSession(service)
    for (let i = 0; i < 3; i++) buy(session, service, parentsAround(8, 12), 8)
    const { refused, lessons } = session
    session.now = new Date(START.getTime() + REPROBE_AFTER)
    for (let i = 0; i < 3; i++) buy(session, service, parentsAround(8, 12), 8)
    expect(session.refused).toBe(refused + 1)
    expect(session.lessons.refusals).toBe(lessons.refusals)
    session.now = new Date(START.getTime() + 2 * REPROBE_AFTER)
    buy(session, { ...service, budgets: { ...service.budgets, 8: 3_000 } }, parentsAround(8, 25), 8)
    expect(session.lessons.cells[8]?.accepted).toBeGreaterThan(1_500)
  })

  describe('of calls that shrank', () => {
    const all = (budget: number) => ({ 4: budget, 5: budget, 6: budget, 7: budget, 8: budget })
    const service: Service = { budgets: all(3_000), bytes: 64_000, style: 'both', circleFactor: 1 }
    const DAY = 86_400_000

    function shrunk() {
      const session = newSession(service)
      for (let i = 0; i < 3; i++) buy(session, service, parentsAround(8, 20), 8)
      const accepted = session.lessons.cells[8]?.accepted ?? 0
      expect(accepted).toBeGreaterThan(2_000)
      buy(session, { ...service, budgets: all(500) }, parentsAround(8, 20), 8)
      expect(session.lessons.cells[8]?.accepted).toBeLessThanOrEqual(500)
      return { session, accepted }
    }

    it('is what it was a day later, where it had shrunk for a moment', () => {
      const { session, accepted } = shrunk()
      const calls = buy(session, service, parentsAround(8, 20), 8)
      const { refused } = session
      session.now = new Date(START.getTime() + DAY)
      expect(buy(session, service, parentsAround(8, 20), 8)).toBeLessThan(calls)
      expect([session.lessons.cells[8]?.accepted, session.refused]).toEqual([accepted, refused])
    })

    it('costs one more refused call where it stays', () => {
      const { session } = shrunk()
      const { refused, lessons } = session
      for (let day = 1; day < 25; day++) {
        session.now = new Date(START.getTime() + day * DAY)
        buy(session, { ...service, budgets: all(500) }, parentsAround(8, 20), 8)
      }
      expect([session.refused, session.lessons.refusals]).toEqual([refused + 1, lessons.refusals])
    })
  })

  it('is what it was once a service that refused even one cell accepts one', () => {
    const size = (count: number, resolution: Resolution = 8) =>
      ({ kind: 'cells', resolution, count, bytes: 100, isFiltered: false }) as const
    const learn = (lessons: CallLessons, of: CallSize, kind: 'accepted' | 'too_many') => {
      const risk = riskOf(lessons, of, START) ?? expect.fail()
      const lesson: CallLesson = kind === 'accepted' ? { kind, isStyleProven: false } : { kind, named: null }
      return learnFrom(withRisk(lessons, risk, START), of, risk, lesson, START)
    }
    const served = learn(firstLessons(START), size(343), 'accepted')
    for (const before of [firstLessons(START), served]) {
      let lessons = before
      for (const count of [343, 300, 100, 30, 10, 2, 1, 1]) lessons = learn(lessons, size(count), 'too_many')
      lessons = learn(learn(lessons, size(1, 7), 'accepted'), size(343), 'accepted')
      expect([lessons.refusals, limitOf(lessons, size(1))]).toEqual([0, limitOf(served, size(1))])
    }
  })

  describe('of calls with filters', () => {
    const plain = { kind: 'cells', resolution: 8, count: 10_000, bytes: 2_000, isFiltered: false } as const
    const filtered = { ...plain, isFiltered: true }
    const learn = (lessons: CallLessons, size: CallSize, lesson: CallLesson) =>
      learnFrom(lessons, size, 'none', lesson, START)
    const ACCEPTED = { kind: 'accepted', isStyleProven: true } as const
    const REFUSED = { kind: 'too_many', named: null } as const

    it('is that of all calls until it is refused at a size that others are accepted at', () => {
      const first = learn(firstLessons(START), plain, ACCEPTED)
      expect(isProvenCall(first, filtered)).toBe(true)
      const apart = learn(first, filtered, REFUSED)
      expect([isProvenCall(apart, plain), isProvenCall(apart, filtered)]).toEqual([true, false])
      const smaller = learn(apart, { ...filtered, count: 500 }, ACCEPTED)
      expect(isProvenCall(smaller, { ...filtered, count: 500 })).toBe(true)
      expect(limitOf(smaller, filtered)).toMatchObject({ accepted: 500, refused: 10_000 })
      expect(limitOf(smaller, plain)).toMatchObject({ accepted: 10_000, refused: null })
      const both = learn(smaller, { ...plain, count: 20_000 }, REFUSED)
      expect(limitOf(both, filtered).refused).toBe(10_000)
      expect(limitOf(both, plain)).toMatchObject({ accepted: 10_000, refused: 20_000 })
    })

    it('is told to all calls where none was accepted at the size', () => {
      const first = learn(firstLessons(START), { ...plain, count: 343 }, ACCEPTED)
      const taught = learn(first, filtered, REFUSED)
      expect(limitOf(taught, plain)).toMatchObject({ accepted: 343, refused: 10_000 })
    })
  })
})
