import { beforeEach, describe, expect, it } from 'vitest'
import { createBreaker, type Verdict } from './breaker.ts'
import { Circuit, DEFAULT_CIRCUIT } from './circuit.ts'

let now: number
let circuit: Circuit

beforeEach(() => {
  now = 0
  circuit = new Circuit({ faults: 3, pause: 1_000, longestPause: 3_000 }, () => now)
})

function fail(times: number): void {
  for (let i = 0; i < times; i++) {
    circuit.begin()
    circuit.failed()
  }
}

describe('a circuit', () => {
  it('opens only after faults in a row', () => {
    fail(2)
    circuit.answered()
    fail(2)
    expect(circuit.wait()).toBeNull()
    fail(1)
    expect(circuit.wait()).toBe(1_000)
  })

  it('lets one probe through after the pause, and closes when it is answered', () => {
    fail(3)
    now = 999
    expect(circuit.wait()).toBe(1)
    now = 1_000
    expect(circuit.wait()).toBeNull()
    circuit.begin()
    expect(circuit.wait()).toBe(1_000)
    circuit.answered()
    expect(circuit.wait()).toBeNull()
    fail(2)
    expect(circuit.wait()).toBeNull()
  })

  it('pauses twice as long after each failed probe, up to the longest pause', () => {
    fail(3)
    const pauses: (number | null)[] = []
    for (let i = 0; i < 3; i++) {
      now += circuit.wait() ?? 0
      fail(1)
      pauses.push(circuit.wait())
    }
    expect(pauses).toEqual([2_000, 3_000, 3_000])
    now += 3_000
    circuit.begin()
    circuit.answered()
    fail(3)
    expect(circuit.wait()).toBe(1_000)
  })

  it('does not mistake an earlier request for a probe', () => {
    fail(3)
    circuit.failed()
    circuit.failed()
    expect(circuit.wait()).toBe(1_000)
  })

  it('lets another probe through after an undecided one', () => {
    fail(3)
    now = 1_000
    circuit.begin()
    circuit.undecided()
    expect(circuit.wait()).toBeNull()
  })
})

describe('a breaker', () => {
  it.each([
    ['dropped', 'service_paused'],
    ['unreachable', undefined],
  ] as const)('with free requests answered, metered calls that are %s: %s', async (verdict, expected) => {
    const breaker = createBreaker(() => now)
    const made = (group: 'metered' | 'free', result: Verdict) =>
      breaker.watch(
        group,
        async () => null,
        () => result,
      )
    for (let i = 0; i < DEFAULT_CIRCUIT.faults; i++) {
      await made('metered', verdict)
      await made('free', 'answered')
    }
    expect(breaker.objection('metered')?.code).toBe(expected)
    expect(breaker.objection('free')).toBeNull()
  })
})
