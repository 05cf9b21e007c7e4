import { expect, it } from 'vitest'
import { type AsOf, parseAsOf } from '../../domain/period.ts'
import { createMemoryLedger } from '../../testing/strange-visits/memory-ledger.ts'
import { createResolutionPeriods } from './resolution-periods.ts'

const [SEP, OCT, NOV, DEC] = ['09', '10', '11', '12'].map((month) => parseAsOf(`2026-${month}-01`)) as [
  AsOf,
  AsOf,
  AsOf,
  AsOf,
]

it('a resolution keeps a period of its own until the service names a later one than was known', async () => {
  const ledger = createMemoryLedger()
  const periods = createResolutionPeriods(ledger)
  expect(await periods.of(8, NOV)).toBe(NOV)
  await periods.note(8, SEP, [NOV, NOV])
  expect(await periods.of(8, NOV)).toBe(SEP)
  expect(await periods.of(7, NOV)).toBe(NOV)
  // Also for another proxy on this ledger, and after a restart.
  expect(await createResolutionPeriods(ledger).of(8, NOV)).toBe(SEP)
  expect(await periods.of(8, DEC)).toBe(DEC)
  await periods.note(8, OCT, [DEC, DEC])
  expect(await periods.of(8, DEC)).toBe(OCT)
})

it('an answer of the named period ends it', async () => {
  const periods = createResolutionPeriods(createMemoryLedger())
  await periods.note(8, OCT, [NOV])
  await periods.note(8, NOV, [NOV, NOV])
  expect(await periods.of(8, NOV)).toBe(NOV)
})

it('a resolution ahead of what zones name stays ahead when they are asked again', async () => {
  const periods = createResolutionPeriods(createMemoryLedger())
  await periods.note(5, NOV, [SEP, SEP])
  await periods.note(6, NOV, [SEP, NOV])
  for (const resolution of [5, 6] as const) {
    expect(await periods.of(resolution, SEP)).toBe(NOV)
    expect(await periods.of(resolution, DEC)).toBe(DEC)
  }
})

it('what cannot be read is nothing', async () => {
  const ledger = createMemoryLedger()
  await ledger.learn('periods by resolution', { 8: { as_of: 'autumn', beside: NOV } })
  expect(await createResolutionPeriods(ledger).of(8, NOV)).toBe(NOV)
})
