import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { Usage } from '../../contract/service/received-usage.ts'
import { createMemoryLedger } from '../../testing/strange-visits/memory-ledger.ts'
import type { CountLedger } from '../ledger/ledger.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { createMeter } from './meter.ts'

let elapsed = 0

/** A meter over a service whose `/usage` does not answer, unless `usage` is given. */
function createBlindMeter(
  usage: () => Promise<object> = async () => ({ kind: 'failed', failure: { code: 'unreachable', message: '' } }),
) {
  const upstream = { usage } as unknown as Upstream
  // Only the totals are read from it, which nobody asks for here.
  const ledger = createMemoryLedger() as unknown as CountLedger
  return createMeter({ upstream, ledger, log: pino({ level: 'silent' }), elapsed: () => elapsed })
}

const answer = (used: number, resets_at: string | null = null) => ({ group: 'current', limit: 20, used, resets_at })
const counts = ({ used, remaining }: Usage) => [used, remaining]

it('answers out of order count once, and a lower count long after them is of the next cycle', async () => {
  const meter = createBlindMeter()
  meter.note(answer(19))
  elapsed += 1_000
  meter.note(answer(18))
  expect(counts(await meter.allowance())).toEqual([19, 1])
  elapsed += 200_000
  meter.note(answer(1))
  expect(counts(await meter.allowance())).toEqual([1, 19])
})

it('within a cycle whose end is stated, the count only grows', async () => {
  const meter = createBlindMeter()
  meter.note(answer(19, '2026-12-01T00:00:00Z'))
  elapsed += 200_000
  meter.note(answer(18, '2026-12-01T00:00:00Z'))
  expect(counts(await meter.allowance())).toEqual([19, 1])
  meter.note(answer(1, '2027-01-01T00:00:00Z'))
  meter.note(answer(20, '2026-12-01T00:00:00Z'))
  expect(counts(await meter.allowance()), 'after a late answer of the cycle before').toEqual([1, 19])
})

it('resets that are stated a little differently each time are of one cycle', async () => {
  const meter = createBlindMeter()
  for (const [used, seconds] of [
    [5, '00.900'],
    [6, '00.100'],
    [7, '00.500'],
    [6, '00.700'],
  ] as const) {
    meter.note(answer(used, `2026-12-01T00:00:${seconds}Z`))
  }
  expect(counts(await meter.allowance())).toEqual([7, 13])
})

it.each(['invalid_token', null])(
  'an account (%s) is asked for once a second, however many viewers read the meter',
  async (code) => {
    let asked = 0
    const meter = createBlindMeter(async () => {
      asked++
      if (code === null) return { kind: 'failed', failure: { code: 'unreachable', message: '' } }
      return { kind: 'refused', refusal: { code, message: '' } }
    })
    for (let i = 0; i < 20; i++) expect((await meter.accessRefusal())?.code ?? null).toBe(code)
    expect(asked).toBe(1)
    elapsed += 1_000
    await meter.accessRefusal()
    expect(asked).toBe(2)
  },
)
