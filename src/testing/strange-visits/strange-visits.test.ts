import { describe, expect, it } from 'vitest'
import { replayVisit } from './replay-visit.ts'
import { STRANGE_SERVICES } from './strange-services.ts'
import { STRANGE_VISITS } from './strange-visits.ts'

/** Services that differ in everything; `npm run bench -- strange-services` has all, and more visits. */
const SERVICES = [0, 5, 6, 12, 14, 18].map((index) => STRANGE_SERVICES[index] ?? expect.fail())
const VISITS = STRANGE_VISITS.filter(({ name }) =>
  ['changes the lens', 'follows the coast', 'draws large areas'].includes(name),
)

/** The most calls of a visit: some times what is within reach, and what first contact with any service may cost. */
const mostCalls = (reachable: number) => 2.5 * reachable + 8

describe.each(SERVICES.map((service) => [JSON.stringify(service), service] as const))(
  'over the service %s',
  (_, service) => {
    it.each(VISITS.map((visit) => [visit.name, visit] as const))(
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
        expect(replayed.calls.length).toBeLessThanOrEqual(mostCalls(replayed.reachable))
      },
    )
  },
)
