import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PLANS } from '../../service/plans/plans.ts'
import { FIXTURE_NOW, type ServiceFixture, startServiceFixture } from '../../testing/service-fixture.ts'
import { checkName, runCheck } from '../subject/check.ts'
import { openSubject } from '../subject/subject.ts'
import { CHECKS } from '../suite.ts'
import { FAULTS_OF_ACCOUNTS } from './faults-of-accounts.ts'
import { FAULTS_OF_FIGURES } from './faults-of-figures.ts'
import { FAULTS_OF_PLACES } from './faults-of-places.ts'
import { type Fault, serveWith } from './faulty-service.ts'

const FAULTS = { ...FAULTS_OF_PLACES, ...FAULTS_OF_FIGURES, ...FAULTS_OF_ACCOUNTS }

const PLANS_OF_TESTS = {
  ...PLANS,
  vast: { ...PLANS.standard, rate_per_min: { current: 1_000_000, history: 1_000_000, metadata: 1_000_000 } },
}

let service: ServiceFixture
let token: string
beforeAll(async () => {
  service = await startServiceFixture({ plans: PLANS_OF_TESTS })
  token = await service.newToken({ account: 'vast', plan: 'vast' })
})
afterAll(() => service?.close())

/** Requested first, for the checks that inspect all responses. */
const PATHS_OF_EVERY_KIND = [
  '/geo',
  '/geo?parent=es',
  '/geo/lookup?lat=41.39&lng=2.16',
  '/coverage',
  '/stats/current?geo_id=z4',
  '/stats/current?lat=41.39&lng=2.16&radius_km=1',
  '/nowhere',
]

async function outcomesWith(fault: Fault, names: readonly string[]) {
  const { base, server } = await serveWith(fault, service.url)
  try {
    const subject = openSubject({ base, token, now: FIXTURE_NOW() })
    for (const path of PATHS_OF_EVERY_KIND) await subject.client.ask(path)
    const outcomes: Record<string, string> = {}
    for (const check of CHECKS) {
      if (names.includes(checkName(check))) outcomes[checkName(check)] = (await runCheck(check, subject)).kind
    }
    return outcomes
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

describe('the suite', () => {
  it.each(Object.entries(FAULTS))('finds %s', async (_, [check, fault]) => {
    expect(await outcomesWith(fault, [check])).toEqual({ [check]: 'failed' })
  })

  it('accepts a service without faults, even with additional keys', async () => {
    const names = [...new Set(Object.values(FAULTS).map(([check]) => check))]
    const outcomes = await outcomesWith({ answers: ({ body }) => Object.assign(body, { unheard_of: true }) }, names)
    expect(outcomes).toEqual(Object.fromEntries(names.map((name) => [name, 'passed'])))
  })

  it('finds a write endpoint that a read-only token can use, and accepts one that it cannot', async () => {
    const check = '5 a read-only token is refused on a write endpoint'
    const envelope = { error: 'read_only_token', message: 'This token only reads.', docs_url: '/openapi.yaml' }
    const found = { [check]: 'failed' }
    expect(await outcomesWith(withReports({ status: 202, body: {} }), [check])).toEqual(found)
    expect(await outcomesWith(withReports({ status: 401, body: envelope }), [check])).toEqual(found)
    expect(await outcomesWith(withReports({ status: 403, body: envelope }), [check])).toEqual({ [check]: 'passed' })
  })
})

/** A service that ships POST /reports and gives a read-only token this response. */
function withReports(answer: { status: number; body: object }): Fault {
  return {
    answers: (passing) => {
      if (passing.path === '/openapi.yaml') passing.body = passing.body.replace(/^paths:$/m, 'paths:\n  /reports: {}')
      if (passing.path === '/reports' && passing.method === 'POST') Object.assign(passing, answer)
    },
  }
}
