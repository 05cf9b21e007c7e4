import { describe, expect, it } from 'vitest'
import { replayVisit } from './replay-visit.ts'
import { simulateVisit } from './simulate-visit.ts'
import { STRANGE_SERVICES, type StrangeLimits } from './strange-services.ts'
import { SEA_VISITS, STRANGE_VISITS } from './strange-visits.ts'

/** Services that differ in everything; `npm run bench -- strange-services` has all, and more visits. */
const SERVICES = [0, 18].map((index) => STRANGE_SERVICES[index] ?? expect.fail())
const NIGHTLY = [5, 6, 12, 14].map((index) => STRANGE_SERVICES[index] ?? expect.fail())

/** The visit that every service gets in every run; it shows that what `--simulated` counts is what a real proxy does. */
const USUAL = 'follows the coast'

/** The most calls of a visit: some times what is within reach, and what first contact with any service may cost. */
const mostCalls = (reachable: number) => 2.5 * reachable + 8

describe.each(SERVICES.slice(0, 1))('over %o', (service) => visitsOver(service))
describe.each(SERVICES.slice(1))('over %o', (service) => visitsOver(service, (name) => name === USUAL))
describe.each(SERVICES.slice(1))('over %o, too,', { tags: 'nightly' }, (service) =>
  visitsOver(service, (name) => name !== USUAL),
)
describe.each(NIGHTLY)('over %o', { tags: 'nightly' }, (service) => visitsOver(service))

function visitsOver(service: StrangeLimits, isWanted = (_: string) => true): void {
  // Small areas are asked of services that read whole lists.
  const third = service.listStyle === 'first' ? 'searches' : 'draws small areas'
  const names = ['changes the lens', USUAL, third].filter(isWanted)
  const visits = STRANGE_VISITS.filter(({ name }) => names.includes(name))

  it.each(visits.map((visit) => [visit.name, visit] as const))(
    'somebody who %s sees true figures, and nobody pays for them again',
    async (_, visit) => {
      const replayed = await replayVisit(service, visit)
      expect(replayed).toMatchObject({
        boughtTwice: 0,
        secondViewer: 0,
        afterRestart: 0,
        wrong: 0,
        isTokenTold: false,
      })
      expect(replayed.calls.length).toBeGreaterThan(0)
      if (visit.name === USUAL) {
        const simulated = await simulateVisit(service, visit)
        expect(simulated.calls).toHaveLength(replayed.calls.length)
      }
      expect(replayed.calls.length).toBeLessThanOrEqual(mostCalls(replayed.reachable))
    },
    90_000,
  )
}

describe('over open sea, where look-ups name no place', () => {
  const ocean = SEA_VISITS.find(({ name }) => name === 'crosses the ocean') ?? expect.fail()

  it('nothing is bought, however small the budget, and the coast beyond is', async () => {
    for (const cellBudget of [37, 3_000]) {
      const limits = { cellBudget, urlKb: 8, listStyle: 'commas', hasSea: true } as const
      const atSea = await simulateVisit(limits, { ...ocean, actions: ocean.actions.slice(0, 2) })
      expect(atSea.calls).toHaveLength(0)
    }
    const replayed = await replayVisit({ cellBudget: 10_000, urlKb: 64, listStyle: 'commas', hasSea: true }, ocean)
    expect(replayed).toMatchObject({ boughtTwice: 0, secondViewer: 0, afterRestart: 0, wrong: 0 })
    expect(replayed.calls.length).toBeGreaterThan(0)
    expect(replayed.calls.length).toBeLessThanOrEqual(2)
  }, 90_000)
})
