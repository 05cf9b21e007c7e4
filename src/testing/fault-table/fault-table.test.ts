import pLimit from 'p-limit'
import { expect, it } from 'vitest'
import { FAULT_CASES } from './fault-cases.ts'
import { REQUEST_CASES, type RequestCase } from './request-cases.ts'
import { tryFault } from './try-fault.ts'

/**
 * Faults of one request at once. Most of the time goes into waiting, so the requests are tried side by side, too, and the
 * slow ones first, which would otherwise be alone at the end.
 */
const faultsAtOnce = ({ keepsRefusal }: RequestCase) => (keepsRefusal ? 7 : 2)
const REQUESTS = REQUEST_CASES.toSorted((one, other) => faultsAtOnce(other) - faultsAtOnce(one))

it.concurrent.each(REQUESTS.map((request) => [request.name, request.path, request] as const))(
  '%s survives every fault of %s: refused in our words, right afterwards, and paid for once',
  async (_, __, request) => {
    const tried = await pLimit(faultsAtOnce(request)).map(FAULT_CASES, async (fault) => ({
      fault: fault.name,
      ...(await tryFault(request, fault)),
    }))
    expect(tried.filter(({ complaints }) => complaints.length > 0)).toEqual([])
    expect(tried.some(({ during }) => !during.isRight)).toBe(true)
  },
  // Each test has the time that all of them take on a busy machine.
  300_000,
)
