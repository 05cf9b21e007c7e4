import pLimit from 'p-limit'
import { expect, it } from 'vitest'
import { FAULT_CASES } from './fault-cases.ts'
import { REQUEST_CASES } from './request-cases.ts'
import { tryFault } from './try-fault.ts'

const AT_ONCE = 8

it.each(REQUEST_CASES.map((request) => [request.name, request.path, request] as const))(
  '%s survives every fault of %s: refused in our words, right afterwards, and paid for once',
  async (_, __, request) => {
    const tried = await pLimit(AT_ONCE).map(FAULT_CASES, async (fault) => ({
      fault: fault.name,
      ...(await tryFault(request, fault)),
    }))
    expect(tried.filter(({ complaints }) => complaints.length > 0)).toEqual([])
    expect(tried.some(({ during }) => !during.isRight)).toBe(true)
  },
  90_000,
)
