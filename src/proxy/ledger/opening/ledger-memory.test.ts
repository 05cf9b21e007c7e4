import { expect, it } from 'vitest'
import { type Ledger, LedgerUnreachable } from '../ledger.ts'
import { rememberAnswers } from './ledger-memory.ts'

const NAMES = Array.from({ length: 20_000 }, (_, i) => `history default 8 ${i}`)

it('remembers what is used, and not everything that anybody ever asked for', async () => {
  let isAway = false
  const learned = async (name: string) => {
    if (isAway) throw new LedgerUnreachable('away')
    return name
  }
  const ledger = rememberAnswers({ learned } as unknown as Ledger)
  await ledger.learned('plan')
  for (const name of NAMES) {
    await ledger.learned(name)
    await ledger.learned('plan')
  }
  isAway = true
  expect(await ledger.learned('plan')).toBe('plan')
  await expect(ledger.learned(NAMES[0] ?? '')).rejects.toThrow(LedgerUnreachable)
})
