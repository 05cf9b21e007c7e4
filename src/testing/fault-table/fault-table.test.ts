import pLimit from 'p-limit'
import { expect, it } from 'vitest'
import { FAULT_CASES, FAULT_OF_EACH_KIND, type FaultCase } from './fault-cases.ts'
import { REQUEST_CASES, type RequestCase } from './request-cases.ts'
import { tryFault } from './try-fault.ts'

/**
 * Faults of one request at once. Most of the time goes into waiting, so the requests are tried side by side, too, and the
 * slow ones first, which would otherwise be alone at the end.
 */
const faultsAtOnce = ({ keepsRefusal }: RequestCase) => (keepsRefusal ? 7 : 2)
const REQUESTS = REQUEST_CASES.toSorted((one, other) => faultsAtOnce(other) - faultsAtOnce(one)).map(
  (request) => [request.name, request.path, request] as const,
)
// Each test has the time that all of them take on a busy machine.
const timeout = 300_000

async function expectSurvived(request: RequestCase, faults: readonly FaultCase[]): Promise<void> {
  const tried = await pLimit(faultsAtOnce(request)).map(faults, async (fault) => ({
    fault: fault.name,
    ...(await tryFault(request, fault)),
  }))
  expect(tried.filter(({ complaints }) => complaints.length > 0)).toEqual([])
  expect(tried.some(({ during }) => !during.isRight)).toBe(true)
}

it.concurrent.each(REQUESTS)(
  '%s survives a fault of each kind of %s: refused in our words, right afterwards, and paid for once',
  { timeout },
  (_, __, request) => expectSurvived(request, FAULT_OF_EACH_KIND),
)

it.concurrent.each(REQUESTS)(
  '%s survives every fault of %s: refused in our words, right afterwards, and paid for once',
  { timeout, tags: 'nightly' },
  (_, __, request) => expectSurvived(request, FAULT_CASES),
)
